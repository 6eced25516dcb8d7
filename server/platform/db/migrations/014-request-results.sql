-- What each transaction of a request with an idempotency key returned, encrypted, for a repeat of the request.
CREATE TABLE request_results (
  sender text NOT NULL,
  key text NOT NULL,
  step smallint NOT NULL,
  body_hash bytea NOT NULL,
  result bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (sender, key, step)
);
