house-rules-draft = A cold draft meets you.
house-rules-hollow = The wall sounds hollow, and yields nothing.
