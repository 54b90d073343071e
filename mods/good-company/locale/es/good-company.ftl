good-company-stay = A solas no, ahora no.
good-company-dusk = Se encienden velas; se oyen voces por la casa.
good-company-barred = Juntos atrancan la puerta.
good-company-whisper = Alguien quiere contarte su miedo. ¿Escuchas?
good-company-listen = Escuchar
good-company-refuse = Ahora no
good-company-heard = El miedo compartido pesa menos a uno de los dos.
