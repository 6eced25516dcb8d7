-- Every value that a member was offered for a picture, until no receipt of that time can be sent any more.
CREATE TABLE offered_facts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  file_sha256 bytea NOT NULL,
  fact text NOT NULL CHECK (fact IN ('merchant', 'purchase_amount', 'purchase_date', 'invoice_number')),
  -- The merchant's id, the amount in sen, the day, or the invoice number without leading zeros.
  value text COLLATE "C" NOT NULL,
  offered_at timestamptz NOT NULL,
  UNIQUE (user_id, fact, value, file_sha256)
);
CREATE INDEX offered_facts_file ON offered_facts (file_sha256);
CREATE INDEX offered_facts_age ON offered_facts (offered_at);

-- The facts of a submission that its member was offered before, with the value that was sent.
CREATE TABLE filled_in_facts (
  submission_id bigint NOT NULL REFERENCES submissions,
  fact text NOT NULL CHECK (fact IN ('merchant', 'purchase_amount', 'purchase_date', 'invoice_number')),
  value text COLLATE "C" NOT NULL,
  PRIMARY KEY (submission_id, fact)
);
CREATE TRIGGER filled_in_facts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON filled_in_facts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What another engine read on the picture of a receipt with such facts. NULL: not read a second time.
ALTER TABLE receipt_ocr ADD COLUMN second_reading json;
