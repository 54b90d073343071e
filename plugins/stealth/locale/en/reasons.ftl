# Why the adviser chose a command.

stealth-reason-fight = { $hunters ->
    [one] a creature hunts
   *[other] { $hunters } creatures hunt
} the adviser, who has { $life } of { $most } life left
stealth-reason-flee = { $hunters ->
    [one] a creature hunts
   *[other] { $hunters } creatures hunt
} the adviser, and with { $life } of { $most } life a fight would cost too much
stealth-reason-step-back = a step back brings stamina for the next blow
stealth-reason-hide = it stays in cover: a hunter may still come
stealth-reason-lure = it lures a creature to where a fight is better
stealth-reason-shoot = a creature that does not know of it is within range
stealth-reason-ambush = a creature that does not know of it can be surprised
stealth-reason-tend = it need not fight or flee now: time for its things, food and wounds
stealth-reason-stone = a stone will be of use as a decoy
stealth-reason-lamp = its lamp would be seen, or is needed
stealth-reason-peek = it looks through the door before it goes in
stealth-reason-decoy = a noise elsewhere draws away those who would see its step
stealth-reason-watch = it waits to learn whether a creature in its way is walking, and where to
stealth-reason-pass = it lets a creature that would notice its step pass first
stealth-reason-rest = with { $life } of { $most } life it rests, or goes where it can
stealth-reason-fetch = there is something on this floor that is worth the trip
stealth-reason-explore = food and time allow it to see more of this floor
stealth-reason-guarded = a creature waits at the other end of the stairs
stealth-reason-down = enough seen here: on to the stairs
stealth-reason-home = it has what it came for, and goes home
stealth-reason-search = no way is known: it searches
stealth-reason-lost = it knows of nothing better to do
