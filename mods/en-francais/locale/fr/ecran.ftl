# Missing texts are shown in English. `footfall mods check mods/en-francais` lists them.

stealth-title = LES CAVES
stealth-title-desert = LES CAVES  le désert, au-dessus
stealth-title-depth = LES CAVES  profondeur { $floor }
stealth-melee = MÊLÉE
stealth-you-make = bruit { $bar } { $noise }
stealth-stealth = discrétion { $stealth }
stealth-light-day = plein jour
stealth-light-lit = lampe allumée, { $fov } cases
stealth-light-dark = dans le noir, { $fov ->
    [one] 1 case
   *[other] { $fov } cases
}
stealth-self = VOUS
stealth-hp = vie
stealth-stamina = souffle
stealth-hit-line = toucher { $to_hit }  défense { $defense }
stealth-unarmed = mains nues
stealth-in-sight = EN VUE
stealth-underfoot = À VOS PIEDS
stealth-yes = oui
stealth-no = non
stealth-over-died = Vous êtes mort.
stealth-over-won = Vous l'avez rapportée.
stealth-over-facts = Profondeur { $floor }, tour { $turns }.

footfall-ui-turn = tour { $turn }
footfall-ui-seed = graine { $seed }
footfall-ui-examine = EXAMINER
footfall-ui-examine-hint = Pointez avec la souris ou regardez autour de vous.
footfall-ui-hearing = OUÏE
footfall-ui-silence = Vous n'entendez rien.
footfall-ui-heard = { $what }, { $loud }, { $where }, { $when }.
footfall-ui-now = maintenant
footfall-ui-loud-1 = faible
footfall-ui-loud-2 = bas
footfall-ui-loud-3 = clair
footfall-ui-loud-4 = fort
footfall-ui-loud-5 = très fort
footfall-ui-from-n = au nord
footfall-ui-from-ne = au nord-est
footfall-ui-from-e = à l'est
footfall-ui-from-se = au sud-est
footfall-ui-from-s = au sud
footfall-ui-from-sw = au sud-ouest
footfall-ui-from-w = à l'ouest
footfall-ui-from-nw = au nord-ouest
footfall-ui-from-here = ici même
footfall-ui-look = regarder autour de soi
footfall-ui-save = sauvegarder
footfall-ui-quit = sauvegarder et partir
footfall-ui-saved = Sauvegardé.
