lullaby-lullaby = Lullaby
