-- Malay texts beside the English ones, and the description of a merchant. NULL: none; members then see the English text.

ALTER TABLE merchants ADD COLUMN description text, ADD COLUMN description_ms text, ADD COLUMN opening_hours_ms text;
ALTER TABLE deals ADD COLUMN title_ms text, ADD COLUMN description_ms text;
ALTER TABLE announcements ADD COLUMN title_ms text, ADD COLUMN content_ms text;
