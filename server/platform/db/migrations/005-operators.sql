-- Who was removed keeps the row, for decisions and the log name it; their address may be added anew.
ALTER TABLE operators ADD COLUMN removed_at timestamptz;
ALTER TABLE operators ADD COLUMN last_seen_at timestamptz;
-- Two managers who change the same operator: the second is told.
ALTER TABLE operators ADD COLUMN version integer NOT NULL DEFAULT 1;
-- Nobody knows the password of an operator who has not opened their link yet: there is none.
ALTER TABLE operators ALTER COLUMN password_hash DROP NOT NULL;
ALTER TABLE operators DROP CONSTRAINT operators_email_key_key;
CREATE UNIQUE INDEX operators_email ON operators (email_key) WHERE removed_at IS NULL;
CREATE INDEX operator_sessions_operator ON operator_sessions (operator_id);

-- The one-time link to an operator's password; an earlier one is void.
CREATE TABLE operator_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL UNIQUE REFERENCES operators ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The right password was given, and the second factor's code is still to come.
CREATE TABLE pending_sign_ins (
  token_hash bytea PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operators ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pending_sign_ins_operator ON pending_sign_ins (operator_id);

-- `secret` is sealed with a key derived from APP_KEY. Until `added_at` it was shown, and no code of it has been given.
CREATE TABLE second_factors (
  operator_id bigint PRIMARY KEY REFERENCES operators ON DELETE CASCADE,
  secret bytea NOT NULL,
  added_at timestamptz,
  -- The latest step of 30 seconds whose code was used: neither it nor an earlier one is used again.
  last_step bigint NOT NULL DEFAULT 0
);
CREATE TABLE recovery_codes (
  operator_id bigint NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (operator_id, code_hash)
);

-- The log is read newest first: whole, of one operator, or of one kind of action.
ALTER TABLE audit_entries ADD COLUMN action_group text GENERATED ALWAYS AS (split_part(action, '.', 1)) STORED;
DROP INDEX audit_entries_operator;
DROP INDEX audit_entries_action;
CREATE INDEX audit_entries_order ON audit_entries (created_at DESC, id DESC);
CREATE INDEX audit_entries_operator ON audit_entries (operator_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_group ON audit_entries (action_group, created_at DESC, id DESC);
CREATE TRIGGER audit_values_append_only BEFORE UPDATE OR TRUNCATE ON audit_values
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
