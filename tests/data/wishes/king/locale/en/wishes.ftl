wishes-alone = Nobody answers.
wishes-thunder = Thunder.
