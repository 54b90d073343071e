blue-circle-blue = azul: un soplo de mar; hoy ningún héroe tiene sed
