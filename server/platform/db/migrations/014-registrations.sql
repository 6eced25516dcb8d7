-- An address may be registered several times until one of its links is opened (D-20). Each registration is a row of
-- its own; at most one row of an address is verified.
ALTER TABLE users DROP CONSTRAINT users_email_key_key;
CREATE UNIQUE INDEX users_verified_email_key ON users (email_key) WHERE email_verified_at IS NOT NULL;
CREATE INDEX users_email_key ON users (email_key);

ALTER TABLE users
  -- The client address a registration came from; empty once it is verified.
  ADD COLUMN registered_from text,
  -- When a verification link was last mailed: the link works for 60 minutes.
  ADD COLUMN link_mailed_at timestamptz,
  -- When another registration of the address replaced this one. The row is kept while its mailed link works.
  ADD COLUMN retired_at timestamptz,
  -- The password that a verification without any password made void, and when (D-23).
  ADD COLUMN voided_password_hash text,
  ADD COLUMN password_voided_at timestamptz;

-- Links that were mailed before this migration keep working.
UPDATE users SET link_mailed_at = now() WHERE email_verified_at IS NULL AND deleted_at IS NULL;

CREATE INDEX users_retired ON users (retired_at) WHERE retired_at IS NOT NULL;
CREATE INDEX users_password_voided ON users (password_voided_at) WHERE password_voided_at IS NOT NULL;

-- A link to a new password may be sent without an operator: after a sign-in with a voided password (D-23).
ALTER TABLE password_resets ALTER COLUMN operator_id DROP NOT NULL;
