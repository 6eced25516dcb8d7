-- A deleted account keeps its id, for the ledger and the decisions name it; all that tells who it was is blanked (D-55).
ALTER TABLE users ADD COLUMN deleted_at timestamptz;

-- The pictures of a deleted account are gone; what was decided on them stays.
ALTER TABLE submissions ALTER COLUMN original_key DROP NOT NULL;
ALTER TABLE submissions ALTER COLUMN picture_key DROP NOT NULL;
ALTER TABLE submissions ALTER COLUMN thumb_key DROP NOT NULL;
ALTER TABLE submissions ALTER COLUMN placeholder DROP NOT NULL;
ALTER TABLE submissions ADD CONSTRAINT submissions_picture_whole
  CHECK (num_nulls(original_key, picture_key, thumb_key, placeholder) IN (0, 4));

-- Files that no row names any more and that are still to be removed from the store.
CREATE TABLE discarded_files (
  storage_key text PRIMARY KEY,
  discarded_at timestamptz NOT NULL DEFAULT now()
);

-- The one-time links to a new password that support has sent (D-25).
CREATE TABLE password_resets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  operator_id bigint NOT NULL REFERENCES operators,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX password_resets_user ON password_resets (user_id);

-- A member's objection to a rejection, once a submission, and a manager's answer to it.
CREATE TABLE appeals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id bigint NOT NULL UNIQUE REFERENCES submissions,
  message text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE appeal_answers (
  appeal_id bigint PRIMARY KEY REFERENCES appeals,
  operator_id bigint NOT NULL REFERENCES operators,
  outcome text NOT NULL CHECK (outcome IN ('kept', 'reopened')),
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER appeal_answers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON appeal_answers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- How long the latest decisions took (D-46).
CREATE INDEX decisions_latest ON decisions (created_at DESC);
