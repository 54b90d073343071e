good-company-stay = A solas no, ahora no.
good-company-dusk = Se encienden velas; se oyen voces por la casa.
good-company-barred = Juntos atrancan la puerta.
