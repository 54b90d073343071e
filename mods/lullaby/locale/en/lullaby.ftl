king-card-LULLABY = Lullaby
