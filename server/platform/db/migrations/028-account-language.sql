-- The language of a member's mails. NULL: never chosen, so English.

ALTER TABLE users ADD COLUMN language text CHECK (language IN ('en', 'ms'));
