wishes-thief = The { $creature } has your things!
wishes-trap = Gas hisses from the lid.
