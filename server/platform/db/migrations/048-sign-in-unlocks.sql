-- Mailed links that unlock the browser which opens them, one for each lock of a sign-in after too many wrong passwords.
CREATE TABLE operator_unlocks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null where the address has no account. It references nothing: checking that would tell by the time who has one.
  operator_id bigint,
  asked_at timestamptz NOT NULL,
  opened_at timestamptz,
  -- The SHA-256 of the cookie of the browser that opened it; empty once the unlock has ended.
  browser_hash bytea
);
CREATE INDEX operator_unlocks_operator ON operator_unlocks (operator_id);
CREATE INDEX operator_unlocks_browser ON operator_unlocks (browser_hash);
CREATE INDEX operator_unlocks_age ON operator_unlocks (asked_at);

CREATE TABLE owner_unlocks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint,
  asked_at timestamptz NOT NULL,
  opened_at timestamptz,
  browser_hash bytea
);
CREATE INDEX owner_unlocks_owner ON owner_unlocks (owner_id);
CREATE INDEX owner_unlocks_browser ON owner_unlocks (browser_hash);
CREATE INDEX owner_unlocks_age ON owner_unlocks (asked_at);
