-- Two managers who change the same thing: the second is told instead of overwriting (D-53).
ALTER TABLE categories ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE merchants ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE deals ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE announcements ADD COLUMN version integer NOT NULL DEFAULT 1;

-- A category stands once, however its letters are written.
CREATE UNIQUE INDEX categories_name ON categories (lower(name));

-- What a merchant asks of receipts; null asks for nothing.
ALTER TABLE merchants ADD COLUMN minimum_spend_sen bigint CHECK (minimum_spend_sen BETWEEN 1 AND 99999999);
ALTER TABLE merchants ADD COLUMN receipts_per_day integer CHECK (receipts_per_day BETWEEN 1 AND 100);

-- Null is a draft: it is shown to nobody (D-33).
ALTER TABLE announcements ALTER COLUMN published_at DROP NOT NULL;

-- Pictures that were uploaded in the console and that nothing shows yet.
CREATE TABLE uploaded_pictures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  storage_key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('logo', 'cover')),
  placeholder text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX uploaded_pictures_age ON uploaded_pictures (created_at);
