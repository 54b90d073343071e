deep-halls-end-spiral = a spiral stair
deep-halls-special-forge = forge
deep-halls-warm = It is warm here, and iron rings.
