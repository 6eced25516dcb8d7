-- Look-alikes are searched across all merchants.
CREATE INDEX submissions_same_purchase ON submissions (invoice_key, purchase_date, amount_sen);
CREATE INDEX reading_numbers_anywhere ON reading_numbers (number, submission_id DESC);

-- Whether two receipts were found alike by their numbers or by their pictures.
ALTER TABLE reading_twins ADD COLUMN found_by text NOT NULL DEFAULT 'numbers' CHECK (found_by IN ('numbers', 'picture'));

-- The fingerprint of a receipt's picture: its landmarks, for as long as look-alikes are searched. Older receipts have none.
CREATE TABLE picture_landmarks (
  submission_id bigint PRIMARY KEY REFERENCES submissions,
  landmarks bytea NOT NULL,
  made_at timestamptz NOT NULL
);
CREATE INDEX picture_landmarks_age ON picture_landmarks (made_at);

-- The codes of those landmarks, by which other pictures of the same receipt are found.
CREATE TABLE picture_codes (
  code integer NOT NULL,
  submission_id bigint NOT NULL REFERENCES submissions,
  PRIMARY KEY (code, submission_id)
);
CREATE INDEX picture_codes_submission ON picture_codes (submission_id);
