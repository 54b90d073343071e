house-rules-draft = A cold draft meets you.
house-rules-crowd = Too many eyes turn to you.
house-rules-hollow = The wall sounds hollow, but does not give way.
