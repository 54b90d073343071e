blue-circle-blue = blue: a breath of the sea; there is no thirst in the house today
