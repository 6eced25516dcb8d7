-- Further names of a merchant that its receipts print: a legal or former name, or that of a branch. Empty: none.

ALTER TABLE merchants ADD COLUMN further_names text[] NOT NULL DEFAULT '{}';
