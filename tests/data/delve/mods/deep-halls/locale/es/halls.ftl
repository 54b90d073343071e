deep-halls-end-spiral = una escalera de caracol
deep-halls-special-forge = forja
deep-halls-warm = Aquí hace calor y resuena el hierro.
