house-rules-draft = A cold draft meets you.
