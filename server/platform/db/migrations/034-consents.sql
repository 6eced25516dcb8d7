-- The supplements of the legal pages that a member accepted, and when.
CREATE TABLE consents (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  page text NOT NULL CHECK (page IN ('terms', 'privacy')),
  -- The newest supplement of the page that was shown; it covers those before.
  supplement integer NOT NULL CHECK (supplement > 0),
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, page, supplement)
);
