king-card-LULLABY = Nana
