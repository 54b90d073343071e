bitter-brews-bitter = It tastes bitter.
stealth-sound-clatter = a clatter
bitter-brews-firewater = { $count ->
    [one] firewater
   *[other] { $count } bottles of firewater
 }
bitter-brews-firewater-about = It steams.
stealth-does-scald = Scalds for { $low } to { $high } points of life.
