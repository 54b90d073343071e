blue-circle-blue = blue: a breath of the sea; nobody is thirsty today
