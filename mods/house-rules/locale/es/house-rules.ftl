house-rules-draft = Te recibe una corriente fría.
