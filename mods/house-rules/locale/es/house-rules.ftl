house-rules-draft = Te recibe una corriente fría.
house-rules-hollow = La pared suena hueca, pero no cede.
