bitter-brews-bitter = Sabe amargo.
stealth-sound-clatter = un ruido de cacharros
