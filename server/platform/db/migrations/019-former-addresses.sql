-- Addresses that an account had before, as keyed hashes: when it is deleted with a bad standing, they are marked as well.
CREATE TABLE former_addresses (
  user_id bigint NOT NULL REFERENCES users,
  email_hash bytea NOT NULL,
  left_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, email_hash)
);
