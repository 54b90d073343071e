blue-circle-blue = azul: un soplo de mar, y hoy nadie tiene sed
