bitter-brews-bitter = It tastes bitter.
stealth-sound-clatter = a clatter
