# Cacerías.

hunt-cellar = Sótano
hunt-cellar-about = Un guardia vigila un sótano con dos caminos hacia la salida. Sal sin un rasguño.
hunt-manor = Mansión
hunt-manor-about = Dos guardias vigilan una casa, y en una de sus habitaciones hay una campana. Llévala a la salida sin un rasguño.
hunt-crypt = Cripta
hunt-crypt-about = Tres guardias vigilan una sala de columnas con dos salidas. Sal sin un rasguño.
