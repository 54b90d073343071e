wishes-thief = ¡{ $creature } tiene tus cosas!
wishes-trap = Sale gas de la tapa.
