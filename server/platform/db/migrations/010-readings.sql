-- What the server read off the picture of a receipt; it never decides, and goes with the picture.
CREATE TABLE readings (
  submission_id bigint PRIMARY KEY REFERENCES submissions,
  -- Which release of the reader it was, so that nothing of an older one is taken over.
  reader integer NOT NULL,
  -- Null where the picture could not be read; json, for what is read is kept as it was, whatever letters it holds.
  reading json,
  -- What a twin is known by, for as long as twins are looked for.
  numbers text[] NOT NULL,
  -- The facts as they are typed against it, written anew when they are corrected.
  comparison json,
  fits boolean NOT NULL,
  read_at timestamptz NOT NULL
);
CREATE INDEX readings_numbered ON readings (read_at) WHERE numbers <> '{}';

-- By which of them a receipt is found again at its merchant.
CREATE TABLE reading_numbers (
  merchant_id bigint NOT NULL REFERENCES merchants,
  number text COLLATE "C" NOT NULL,
  submission_id bigint NOT NULL REFERENCES submissions,
  PRIMARY KEY (merchant_id, number, submission_id)
);
CREATE INDEX reading_numbers_submission ON reading_numbers (submission_id);

-- Receipts whose pictures show the same paper: one that was read, and an earlier one.
CREATE TABLE reading_twins (
  submission_id bigint NOT NULL REFERENCES submissions,
  twin_id bigint NOT NULL REFERENCES submissions,
  PRIMARY KEY (submission_id, twin_id)
);
CREATE INDEX reading_twins_other ON reading_twins (twin_id, submission_id);

-- What was read off the picture that a member is about to send: the last one of each, for an hour.
CREATE TABLE readings_ahead (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  file_sha256 bytea NOT NULL,
  reader integer NOT NULL,
  reading json NOT NULL,
  read_at timestamptz NOT NULL
);
CREATE INDEX readings_ahead_age ON readings_ahead (read_at);
