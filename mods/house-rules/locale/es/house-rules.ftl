house-rules-draft = Te recibe una corriente fría.
house-rules-crowd = Demasiados ojos se vuelven hacia ti.
house-rules-hollow = La pared suena hueca, pero no cede.
