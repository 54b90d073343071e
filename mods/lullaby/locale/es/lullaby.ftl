lullaby-lullaby = Nana
