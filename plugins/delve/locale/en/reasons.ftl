# Why a bot chose a command.

delve-reason-combat = the combat is over
delve-reason-explore = there is an unexplored exit
delve-reason-search = no exit is left: a wall may hide a door
delve-reason-home = nothing is left to find: it leaves
delve-reason-fight = monsters hold this place
delve-reason-rest = it is hurt, and nothing is in view
delve-reason-lost = it knows of nothing better to do
