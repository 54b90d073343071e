# Courses, bells and grades of victory.
stealth-start-first = First descent
stealth-start-first-about = Eight floors, 60 to 90 minutes. The Unrung Bell hangs at depth 7, a copper bell at depth 3: bring home either.
stealth-start-whole = The whole undercroft
stealth-start-whole-about = Sixteen floors. The Unrung Bell hangs at depth 15; lesser bells at depths 3, 7 and 11 are worth coming home with.
stealth-start-daily = Descent of the day
stealth-start-daily-about = Eight floors, the same today for all who play by the same rules.
stealth-welcome-first = The elder says the Bell hangs at depth 7, and a lesser one at depth 3. Bring one out. What is in his chest ▣ is yours: walk into it.
stealth-welcome-whole = The elder says the Bell hangs at depth 15, and lesser ones at 3, 7 and 11. Bring one out. What is in his chest ▣ is yours: walk into it.
stealth-item-copper-bell = Copper Bell
stealth-item-silver-bell = Silver Bell
stealth-item-golden-bell = Golden Bell
stealth-won-copper = You carry the Copper Bell out into the desert. It is a small bell, and it is yours.
stealth-won-silver = You carry the Silver Bell out into the desert. The elder has waited for it half his life.
stealth-won-gold = You carry the Golden Bell out into the desert. Only one bell hangs deeper.
stealth-over-won-copper = You came home with the Copper Bell: a lesser victory, the third grade.
stealth-over-won-silver = You came home with the Silver Bell: a victory of the second grade.
stealth-over-won-gold = You came home with the Golden Bell: a victory of the first grade, one bell short of the great one.
stealth-item-cloth = { $count ->
    [one] strip of cloth
   *[other] { $count } strips of cloth
}
stealth-item-beeswax = { $count ->
    [one] lump of beeswax
   *[other] { $count } lumps of beeswax
}
stealth-about-bell = Carried home it wins the game. On the way it sounds every { $period } turns, with noise { $loudness }, and creatures come for it.
stealth-does-muffle = Muffles a bell: its sounds are { $low } quieter.
stealth-bell-struck = The bell comes free, and it sounds. Everything that can hear has heard it.
stealth-bell-rings = The bell that you carry sounds.
stealth-bell-muffled = You wrap the bell.
stealth-sound-hum = the hum of a bell
stealth-sound-bell = a bell
stealth-sound-stairs = steps on the stairs
