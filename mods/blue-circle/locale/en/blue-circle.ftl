blue-circle-blue = blue: a breath of the sea, and nobody is thirsty today
