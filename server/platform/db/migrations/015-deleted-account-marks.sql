-- What stays for a year of a deleted account with a bad standing: a keyed hash of its address, and why. No row names a member.
CREATE TABLE deleted_account_marks (
  email_hash bytea PRIMARY KEY,
  negative_balance boolean NOT NULL,
  reversals boolean NOT NULL,
  rejections boolean NOT NULL,
  deleted_at timestamptz NOT NULL
);
CREATE INDEX deleted_account_marks_age ON deleted_account_marks (deleted_at);
