-- Browsers that asked to be unlocked by a mailed link, after too many wrong passwords.
CREATE TABLE browser_unlocks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null where the address has no account. It references nothing: checking that would tell by the time who has one.
  user_id bigint,
  -- The SHA-256 of the cookie of the browser.
  browser_hash bytea NOT NULL,
  asked_at timestamptz NOT NULL,
  mailed_at timestamptz,
  opened_at timestamptz
);
CREATE INDEX browser_unlocks_user ON browser_unlocks (user_id);
CREATE INDEX browser_unlocks_browser ON browser_unlocks (browser_hash);
CREATE INDEX browser_unlocks_age ON browser_unlocks (asked_at);
