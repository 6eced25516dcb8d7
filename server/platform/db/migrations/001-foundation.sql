CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- The job queue makes its own tables in it; made here, under the lock of migrations, it is made once.
CREATE SCHEMA pgboss;

-- Members ---------------------------------------------------------------------------------------------------------

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  email_verified_at timestamptz,
  -- A new value voids every verification link sent before (D-20).
  link_nonce text NOT NULL,
  pending_email text,
  avatar_key text,
  avatar_placeholder text,
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user ON sessions (user_id);

-- Browsers that have signed in to an account before, so that strangers' guesses cannot lock its owner out.
CREATE TABLE device_marks (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  mark_hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, mark_hash)
);

-- What a member asked to change their address from and to. The notice goes to the old one whatever happens meanwhile.
CREATE TABLE email_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  old_email text NOT NULL,
  new_email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX email_changes_user ON email_changes (user_id);

-- A window begins with its first hit and ends at expires_at.
CREATE TABLE rate_counters (
  key text PRIMARY KEY,
  hits integer NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX rate_counters_expiry ON rate_counters (expires_at);

-- Operators ---------------------------------------------------------------------------------------------------------

CREATE TABLE operators (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  role text NOT NULL CHECK (role IN ('reviewer', 'manager')),
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE operator_sessions (
  token_hash bytea PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operators ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now()
);

-- As device_marks: whoever knows an operator's address cannot lock them out.
CREATE TABLE operator_device_marks (
  operator_id bigint NOT NULL REFERENCES operators ON DELETE CASCADE,
  mark_hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (operator_id, mark_hash)
);

CREATE TABLE suspensions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  operator_id bigint NOT NULL REFERENCES operators,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  ended_by bigint REFERENCES operators
);
CREATE UNIQUE INDEX suspensions_open ON suspensions (user_id) WHERE ended_at IS NULL;

-- What members browse -----------------------------------------------------------------------------------------------

CREATE TABLE categories (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE
);

CREATE TABLE merchants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  -- The form in which names are searched and ordered, the same whatever the locale of the database.
  name_key text COLLATE "C" NOT NULL,
  slug text NOT NULL UNIQUE,
  category_id bigint NOT NULL REFERENCES categories,
  address text NOT NULL,
  contact_number text NOT NULL,
  logo_key text,
  logo_placeholder text,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX merchants_order ON merchants (name_key, id);
CREATE INDEX merchants_category ON merchants (category_id, name_key, id);
CREATE INDEX merchants_search ON merchants USING gin (name_key gin_trgm_ops);

CREATE TABLE announcements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  content text NOT NULL,
  image_key text,
  image_placeholder text,
  published_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX announcements_order ON announcements (published_at DESC, id DESC);

CREATE TABLE deals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  title text NOT NULL,
  description text NOT NULL,
  image_key text,
  image_placeholder text,
  start_date date NOT NULL,
  end_date date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (end_date >= start_date)
);
CREATE INDEX deals_order ON deals (start_date DESC, id DESC);
CREATE INDEX deals_merchant ON deals (merchant_id, end_date);

-- Submissions -------------------------------------------------------------------------------------------------------

CREATE TABLE submissions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  merchant_id bigint NOT NULL REFERENCES merchants,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  purchase_date date NOT NULL,
  amount_sen bigint NOT NULL CHECK (amount_sen BETWEEN 0 AND 99999999),
  invoice_no text NOT NULL,
  invoice_key text NOT NULL,
  file_sha256 bytea NOT NULL,
  original_key text NOT NULL,
  picture_key text NOT NULL,
  thumb_key text NOT NULL,
  placeholder text NOT NULL,
  picture_width integer NOT NULL,
  picture_height integer NOT NULL,
  rejection_reason text,
  admin_notes text,
  stamps integer NOT NULL DEFAULT 0,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX submissions_own ON submissions (user_id, created_at DESC, id DESC);
CREATE INDEX submissions_own_status ON submissions (user_id, status, created_at DESC, id DESC);
CREATE INDEX submissions_waiting ON submissions (id) WHERE status = 'pending';
CREATE INDEX submissions_file ON submissions (file_sha256);
CREATE INDEX submissions_invoice ON submissions (merchant_id, invoice_key, purchase_date);
-- One receipt earns once (D-41): a member sends it once unless it was rejected, and only one is ever approved.
CREATE UNIQUE INDEX submissions_sent_once ON submissions (user_id, merchant_id, invoice_key, purchase_date)
  WHERE status <> 'rejected';
CREATE UNIQUE INDEX submissions_approved_once ON submissions (merchant_id, invoice_key, purchase_date)
  WHERE status = 'approved';

CREATE TABLE idempotency_keys (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  submission_id bigint REFERENCES submissions,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Review ------------------------------------------------------------------------------------------------------------

CREATE TABLE leases (
  submission_id bigint PRIMARY KEY REFERENCES submissions,
  operator_id bigint NOT NULL REFERENCES operators ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX leases_operator ON leases (operator_id);

CREATE TABLE decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id bigint NOT NULL REFERENCES submissions,
  operator_id bigint NOT NULL REFERENCES operators,
  status text NOT NULL CHECK (status IN ('approved', 'rejected')),
  reason text,
  notes text,
  stamps integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX decisions_submission ON decisions (submission_id, id DESC);

CREATE TABLE decision_undos (
  decision_id bigint PRIMARY KEY REFERENCES decisions,
  operator_id bigint NOT NULL REFERENCES operators,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('approval', 'undo')),
  stamps integer NOT NULL CHECK (stamps <> 0),
  decision_id bigint NOT NULL REFERENCES decisions,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (decision_id, kind)
);
CREATE INDEX ledger_entries_user ON ledger_entries (user_id) INCLUDE (stamps);

CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint REFERENCES operators,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id bigint NOT NULL,
  changed_fields text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_entries_subject ON audit_entries (subject_kind, subject_id, id DESC);

-- What is written once stays (D-62).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON decisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decision_undos_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON decision_undos
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
