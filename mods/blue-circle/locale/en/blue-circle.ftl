blue-circle-blue = blue: a breath of the sea; no hero is thirsty today
