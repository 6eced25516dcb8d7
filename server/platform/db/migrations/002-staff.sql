-- Operators, who use the console, and owners of merchants, who use the counter: one account for both. Removed ones keep
-- their row, because decisions, hand-overs and the audit log name it; their address may be added again.
CREATE TABLE staff (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  -- Null until they have opened the link to their first password. The counter has a password of its own.
  console_password_hash text,
  -- The strongest role that the account has or had. `owner`: it was never an operator.
  role text NOT NULL CHECK (role IN ('reviewer', 'manager', 'owner')),
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  console_removed_at timestamptz,
  console_seen_at timestamptz,
  -- Two managers who change the same account: the second gets an error. Other tables have it too.
  version integer NOT NULL DEFAULT 1,
  -- Of the counter and its mails. The console has only English.
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ms')),
  -- Whether it is or was an owner of merchants, who use the counter.
  is_owner boolean NOT NULL DEFAULT false,
  counter_password_hash text,
  counter_seen_at timestamptz,
  counter_removed_at timestamptz,
  is_active boolean NOT NULL GENERATED ALWAYS AS (
    (role <> 'owner' AND console_removed_at IS NULL) OR (is_owner AND counter_removed_at IS NULL)) STORED,
  CHECK (role <> 'owner'
    OR (is_owner AND num_nonnulls(console_password_hash, console_seen_at, console_removed_at) = 0)),
  CHECK (is_owner OR num_nonnulls(counter_password_hash, counter_seen_at, counter_removed_at) = 0)
);
CREATE UNIQUE INDEX staff_email ON staff (email_key) WHERE is_active;

-- Operators and owners, removed or not, for those who read them.
CREATE VIEW operators AS
  SELECT id, name, email, email_key, console_password_hash AS password_hash, role, is_demo, created_at,
    console_removed_at AS removed_at, console_seen_at AS last_seen_at, version
  FROM staff WHERE role <> 'owner';
CREATE VIEW owners AS
  SELECT id, name, email, email_key, language, counter_password_hash AS password_hash, version, is_demo, created_at,
    counter_seen_at AS last_seen_at, counter_removed_at AS removed_at
  FROM staff WHERE is_owner;

-- What staff sign in with. Each row belongs to an app and opens nothing in the other.
CREATE TABLE staff_sessions (
  token_hash bytea PRIMARY KEY,
  staff_id bigint NOT NULL REFERENCES staff ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  app text NOT NULL CHECK (app IN ('console', 'counter'))
);
CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id);

-- Browsers that have signed in before: strangers who know an address cannot lock its owner out.
CREATE TABLE staff_trusted_devices (
  staff_id bigint NOT NULL REFERENCES staff ON DELETE CASCADE,
  device_hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  app text NOT NULL CHECK (app IN ('console', 'counter')),
  PRIMARY KEY (staff_id, device_hash)
);

-- One-time links to a password; an earlier one is void. Mails hold the ids of links and unlocks. Before release 0.9.0
-- each app counted its own, so an id alone may mean two.
CREATE TABLE staff_links (
  id bigint GENERATED ALWAYS AS IDENTITY,
  staff_id bigint NOT NULL REFERENCES staff ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  app text NOT NULL CHECK (app IN ('console', 'counter')),
  PRIMARY KEY (app, id),
  UNIQUE (staff_id, app)
);

-- Mailed links that unlock the browser which opens them, one for each lock of a sign-in after too many wrong passwords.
CREATE TABLE staff_unlocks (
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- Null where the address has no account. It references nothing: checking that would show by the time who has one.
  staff_id bigint,
  asked_at timestamptz NOT NULL,
  opened_at timestamptz,
  -- The SHA-256 of the cookie of the browser that opened it; empty once the unlock has ended.
  browser_hash bytea,
  app text NOT NULL CHECK (app IN ('console', 'counter')),
  PRIMARY KEY (app, id)
);
CREATE INDEX staff_unlocks_staff ON staff_unlocks (staff_id);
CREATE INDEX staff_unlocks_browser ON staff_unlocks (browser_hash);
CREATE INDEX staff_unlocks_age ON staff_unlocks (asked_at);

-- Sign-ins with the right password that still need the code of the second factor.
CREATE TABLE staff_pending_sign_ins (
  token_hash bytea PRIMARY KEY,
  staff_id bigint NOT NULL REFERENCES staff ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  app text NOT NULL CHECK (app IN ('console', 'counter'))
);
CREATE INDEX staff_pending_sign_ins_staff ON staff_pending_sign_ins (staff_id);

-- `secret` is encrypted with a key derived from APP_KEY. Until `added_at` it was shown, but no code of it was given.
CREATE TABLE staff_second_factors (
  staff_id bigint PRIMARY KEY REFERENCES staff ON DELETE CASCADE,
  secret bytea NOT NULL,
  added_at timestamptz,
  -- The latest step of 30 seconds whose code was used: neither it nor an earlier one is used again.
  last_step bigint NOT NULL DEFAULT 0,
  -- A secret is encrypted for the id of its account. Owners before release 0.9.0 had another id: secrets keep it.
  bound_to_owner bigint
);
CREATE TABLE staff_recovery_codes (
  staff_id bigint NOT NULL REFERENCES staff_second_factors ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (staff_id, code_hash)
);

-- Who added an operator or gave them a role, and when; without `granted_by` it was the command line.
CREATE TABLE operator_grants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES staff,
  role text NOT NULL,
  -- The role they had before; null where they were added.
  previous_role text,
  granted_by bigint REFERENCES staff,
  created_at timestamptz NOT NULL
);
CREATE INDEX operator_grants_operator ON operator_grants (operator_id, created_at);

-- What one manager may not decide about money alone, or do to an account that has a role in both apps: it takes effect
-- when a second one asks for exactly the same.
CREATE TABLE second_signatures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN (
    'dispute', 'payment', 'new_reward', 'reward', 'earning_rule',
    'staff_link', 'staff_second_factor', 'staff_merchants')),
  subject_id bigint NOT NULL,
  asked jsonb NOT NULL,
  asked_by bigint NOT NULL REFERENCES staff,
  asked_at timestamptz NOT NULL,
  confirmed_by bigint REFERENCES staff,
  confirmed_at timestamptz,
  CHECK (num_nonnulls(confirmed_by, confirmed_at) IN (0, 2)),
  CHECK (confirmed_by <> asked_by)
);
CREATE INDEX second_signatures_waiting ON second_signatures (kind, subject_id, id) WHERE confirmed_at IS NULL;

-- Operators and members -------------------------------------------------------------------------------------------

-- The college addresses of operators themselves: they do not decide about their own accounts.
CREATE TABLE operator_addresses (
  operator_id bigint NOT NULL REFERENCES staff ON DELETE CASCADE,
  email text NOT NULL,
  email_key text NOT NULL,
  PRIMARY KEY (operator_id, email_key)
);

-- Member accounts that had an operator's address when one of the two gave it up: a new address must not end a conflict
-- of interest.
CREATE TABLE own_account_links (
  operator_id bigint NOT NULL REFERENCES staff,
  user_id bigint NOT NULL REFERENCES users,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (operator_id, user_id)
);
CREATE INDEX own_account_links_user ON own_account_links (user_id);

-- One-time links to a new password for members: sent by an operator, or after a sign-in with a voided password.
CREATE TABLE password_resets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  operator_id bigint REFERENCES staff,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX password_resets_user ON password_resets (user_id);

CREATE TABLE suspensions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  operator_id bigint NOT NULL REFERENCES staff,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  ended_by bigint REFERENCES staff
);
CREATE UNIQUE INDEX suspensions_open ON suspensions (user_id) WHERE ended_at IS NULL;
-- Whether a receipt was sent during a suspension.
CREATE INDEX suspensions_member ON suspensions (user_id);
