-- The opening hours of a merchant as text of one or more lines. NULL: none are known.

ALTER TABLE merchants ADD COLUMN opening_hours text;
