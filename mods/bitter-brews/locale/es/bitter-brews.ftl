bitter-brews-bitter = Sabe amargo.
stealth-sound-clatter = un ruido de cacharros
bitter-brews-firewater = { $count ->
    [one] aguardiente
   *[other] { $count } botellas de aguardiente
 }
    .gender = m
bitter-brews-firewater-about = Echa humo.
stealth-does-scald = Escalda de { $low } a { $high } puntos de vida.
