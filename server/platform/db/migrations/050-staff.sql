-- Operators and owners become one account. The previous release cannot work beside this one: stop it first.
DROP VIEW own_accounts;
DROP VIEW ties;
DROP VIEW known_addresses;

ALTER TABLE operators RENAME TO staff;
ALTER TABLE staff RENAME COLUMN last_seen_at TO console_seen_at;
ALTER TABLE staff RENAME COLUMN removed_at TO console_removed_at;
ALTER TABLE staff RENAME COLUMN password_hash TO console_password_hash;
ALTER TABLE staff
  -- The strongest role that the account has or had. `owner`: it was never an operator.
  DROP CONSTRAINT operators_role_check,
  ADD CONSTRAINT staff_role_check CHECK (role IN ('reviewer', 'manager', 'owner')),
  -- Of the counter and its mails. The console has only English.
  ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ms')),
  -- Whether it is or was an owner of merchants, who use the counter.
  ADD COLUMN is_owner boolean NOT NULL DEFAULT false,
  ADD COLUMN counter_password_hash text,
  ADD COLUMN counter_seen_at timestamptz,
  ADD COLUMN counter_removed_at timestamptz;

-- The account of each owner: that of the operator with the same address, or a new one.
CREATE TABLE staff_of_owner (
  owner_id bigint PRIMARY KEY,
  staff_id bigint NOT NULL UNIQUE,
  is_operator boolean NOT NULL
);
INSERT INTO staff_of_owner
  SELECT w.id, coalesce(o.id, nextval(pg_get_serial_sequence('staff', 'id'))), o.id IS NOT NULL
  FROM owners w LEFT JOIN staff o
    ON o.email_key = w.email_key AND o.console_removed_at IS NULL AND w.removed_at IS NULL;
-- Their versions are new, so that no form of a manager that was opened before, under another id, fits.
UPDATE staff s SET is_owner = true, language = w.language, counter_password_hash = w.password_hash,
    counter_seen_at = w.last_seen_at, version = greatest(s.version, (SELECT max(version) FROM owners)) + 1
  FROM owners w JOIN staff_of_owner m ON m.owner_id = w.id WHERE m.is_operator AND s.id = m.staff_id;
INSERT INTO staff (id, name, email, email_key, language, counter_password_hash, role, version, is_demo, created_at, is_owner,
    counter_seen_at, counter_removed_at) OVERRIDING SYSTEM VALUE
  SELECT m.staff_id, w.name, w.email, w.email_key, w.language, w.password_hash, 'owner',
    w.version + (SELECT max(version) FROM owners), w.is_demo, w.created_at, true, w.last_seen_at, w.removed_at
  FROM owners w JOIN staff_of_owner m ON m.owner_id = w.id WHERE NOT m.is_operator;
ALTER TABLE staff
  ADD CHECK (role <> 'owner' OR (is_owner AND num_nonnulls(console_password_hash, console_seen_at, console_removed_at) = 0)),
  ADD CHECK (is_owner OR num_nonnulls(counter_password_hash, counter_seen_at, counter_removed_at) = 0),
  ADD COLUMN is_active boolean NOT NULL GENERATED ALWAYS AS (
    (role <> 'owner' AND console_removed_at IS NULL) OR (is_owner AND counter_removed_at IS NULL)) STORED;
DROP INDEX operators_email;
CREATE UNIQUE INDEX staff_email ON staff (email_key) WHERE is_active;

-- What one signs in with. Each row belongs to an app and opens nothing in the other.
ALTER TABLE operator_sessions RENAME TO staff_sessions;
ALTER TABLE staff_sessions RENAME COLUMN operator_id TO staff_id;
ALTER TABLE staff_sessions ADD COLUMN app text NOT NULL DEFAULT 'console' CHECK (app IN ('console', 'counter'));
ALTER TABLE staff_sessions ALTER COLUMN app DROP DEFAULT;
INSERT INTO staff_sessions (token_hash, staff_id, created_at, last_used_at, app)
  SELECT w.token_hash, m.staff_id, w.created_at, w.last_used_at, 'counter' FROM owner_sessions w JOIN staff_of_owner m USING (owner_id);
DROP TABLE owner_sessions;

ALTER TABLE pending_sign_ins RENAME TO staff_pending_sign_ins;
ALTER TABLE staff_pending_sign_ins RENAME COLUMN operator_id TO staff_id;
ALTER TABLE staff_pending_sign_ins ADD COLUMN app text NOT NULL DEFAULT 'console' CHECK (app IN ('console', 'counter'));
ALTER TABLE staff_pending_sign_ins ALTER COLUMN app DROP DEFAULT;
INSERT INTO staff_pending_sign_ins (token_hash, staff_id, created_at, app)
  SELECT w.token_hash, m.staff_id, w.created_at, 'counter' FROM owner_pending_sign_ins w JOIN staff_of_owner m USING (owner_id);
DROP TABLE owner_pending_sign_ins;

CREATE TABLE staff_trusted_devices (
  staff_id bigint NOT NULL REFERENCES staff ON DELETE CASCADE,
  device_hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  app text NOT NULL CHECK (app IN ('console', 'counter')),
  PRIMARY KEY (staff_id, device_hash)
);
INSERT INTO staff_trusted_devices (staff_id, device_hash, last_used_at, app)
  SELECT operator_id, device_hash, last_used_at, 'console' FROM operator_trusted_devices
  UNION ALL SELECT m.staff_id, w.device_hash, w.last_used_at, 'counter' FROM owner_trusted_devices w JOIN staff_of_owner m USING (owner_id);
DROP TABLE operator_trusted_devices;
DROP TABLE owner_trusted_devices;

-- Mails hold the ids of links and unlocks, so those of each app keep their own.
ALTER TABLE operator_links RENAME TO staff_links;
ALTER TABLE staff_links RENAME COLUMN operator_id TO staff_id;
ALTER TABLE staff_links ADD COLUMN app text NOT NULL DEFAULT 'console' CHECK (app IN ('console', 'counter'));
ALTER TABLE staff_links ALTER COLUMN app DROP DEFAULT,
  DROP CONSTRAINT operator_links_pkey, ADD PRIMARY KEY (app, id),
  DROP CONSTRAINT operator_links_operator_id_key, ADD UNIQUE (staff_id, app);
INSERT INTO staff_links (id, staff_id, created_at, app) OVERRIDING SYSTEM VALUE
  SELECT w.id, m.staff_id, w.created_at, 'counter' FROM owner_links w JOIN staff_of_owner m USING (owner_id);
SELECT setval(pg_get_serial_sequence('staff_links', 'id'), greatest(o.last_value, w.last_value), o.is_called OR w.is_called)
  FROM operator_links_id_seq o, owner_links_id_seq w;
DROP TABLE owner_links;

ALTER TABLE operator_unlocks RENAME TO staff_unlocks;
ALTER TABLE staff_unlocks RENAME COLUMN operator_id TO staff_id;
ALTER TABLE staff_unlocks ADD COLUMN app text NOT NULL DEFAULT 'console' CHECK (app IN ('console', 'counter'));
ALTER TABLE staff_unlocks ALTER COLUMN app DROP DEFAULT, DROP CONSTRAINT operator_unlocks_pkey, ADD PRIMARY KEY (app, id);
INSERT INTO staff_unlocks (id, staff_id, asked_at, opened_at, browser_hash, app) OVERRIDING SYSTEM VALUE
  SELECT w.id, m.staff_id, w.asked_at, w.opened_at, w.browser_hash, 'counter'
  FROM owner_unlocks w LEFT JOIN staff_of_owner m USING (owner_id);
SELECT setval(pg_get_serial_sequence('staff_unlocks', 'id'), greatest(o.last_value, w.last_value), o.is_called OR w.is_called)
  FROM operator_unlocks_id_seq o, owner_unlocks_id_seq w;
DROP TABLE owner_unlocks;

-- An account has one second factor: the operator's, if both were on. A secret is encrypted for the id of its account; those of former
-- owners keep the id that they were encrypted for.
ALTER TABLE second_factors RENAME TO staff_second_factors;
ALTER TABLE staff_second_factors RENAME COLUMN operator_id TO staff_id;
ALTER TABLE staff_second_factors ADD COLUMN bound_to_owner bigint;
ALTER TABLE recovery_codes RENAME TO staff_recovery_codes;
ALTER TABLE staff_recovery_codes RENAME COLUMN operator_id TO staff_id;
DELETE FROM staff_second_factors f USING staff_of_owner m JOIN owner_second_factors w USING (owner_id)
  WHERE f.staff_id = m.staff_id AND f.added_at IS NULL AND w.added_at IS NOT NULL;
INSERT INTO staff_second_factors (staff_id, secret, added_at, last_step, bound_to_owner)
  SELECT m.staff_id, w.secret, w.added_at, w.last_step, w.owner_id
  FROM owner_second_factors w JOIN staff_of_owner m USING (owner_id) WHERE w.added_at IS NOT NULL OR NOT m.is_operator
  ON CONFLICT (staff_id) DO NOTHING;
INSERT INTO staff_recovery_codes (staff_id, code_hash)
  SELECT f.staff_id, c.code_hash FROM owner_recovery_codes c JOIN staff_second_factors f ON f.bound_to_owner = c.owner_id;
DROP TABLE owner_recovery_codes;
DROP TABLE owner_second_factors;

-- What refers to owners. Where a row is unique by its owner, ids become negative first, so that none meets one not yet changed.
ALTER TABLE owner_merchants DROP CONSTRAINT owner_merchants_owner_id_fkey;
ALTER TABLE statement_mails DROP CONSTRAINT statement_mails_owner_id_fkey;
ALTER TABLE phones DROP CONSTRAINT phones_enrolled_by_fkey;
ALTER TABLE phone_enrolments DROP CONSTRAINT phone_enrolments_owner_id_fkey;
ALTER TABLE owner_notices DROP CONSTRAINT owner_notices_owner_id_fkey, DROP CONSTRAINT owner_notices_added_id_fkey;
ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_owner_id_fkey;
ALTER TABLE statements DROP CONSTRAINT statements_accepted_by_fkey;
ALTER TABLE line_disputes DROP CONSTRAINT line_disputes_owner_id_fkey;
UPDATE owner_merchants r SET owner_id = -m.staff_id FROM staff_of_owner m WHERE m.owner_id = r.owner_id;
UPDATE owner_merchants SET owner_id = -owner_id;
UPDATE statement_mails r SET owner_id = -m.staff_id FROM staff_of_owner m WHERE m.owner_id = r.owner_id;
UPDATE statement_mails SET owner_id = -owner_id;
UPDATE failed_mails r SET subject_id = -m.staff_id FROM staff_of_owner m
  WHERE r.kind = 'owner-second-factor-reset' AND m.owner_id = r.subject_id;
UPDATE failed_mails SET subject_id = -subject_id WHERE kind = 'owner-second-factor-reset' AND subject_id < 0;
UPDATE phones r SET enrolled_by = m.staff_id FROM staff_of_owner m WHERE m.owner_id = r.enrolled_by;
UPDATE phone_enrolments r SET owner_id = m.staff_id FROM staff_of_owner m WHERE m.owner_id = r.owner_id;
UPDATE owner_notices r SET owner_id = m.staff_id, added_id = a.staff_id
  FROM staff_of_owner m, staff_of_owner a WHERE m.owner_id = r.owner_id AND a.owner_id = r.added_id;
ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_append_only;
UPDATE audit_entries r SET owner_id = m.staff_id FROM staff_of_owner m WHERE m.owner_id = r.owner_id;
UPDATE audit_entries r SET subject_id = m.staff_id FROM staff_of_owner m
  WHERE r.subject_kind = 'owner' AND m.owner_id = r.subject_id;
ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_append_only;
ALTER TABLE statements DISABLE TRIGGER statements_frozen;
UPDATE statements r SET accepted_by = m.staff_id FROM staff_of_owner m WHERE m.owner_id = r.accepted_by;
ALTER TABLE statements ENABLE TRIGGER statements_frozen;
ALTER TABLE line_disputes DISABLE TRIGGER line_disputes_answered_once;
UPDATE line_disputes r SET owner_id = m.staff_id FROM staff_of_owner m WHERE m.owner_id = r.owner_id;
ALTER TABLE line_disputes ENABLE TRIGGER line_disputes_answered_once;
-- A waiting mail must not go to another person. A new database has no queue yet.
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    UPDATE pgboss.job j SET data = jsonb_set(j.data, '{id}', to_jsonb(m.staff_id)), singleton_key = NULL FROM staff_of_owner m
      WHERE j.data->>'kind' = 'owner-second-factor-reset' AND (j.data->>'id')::bigint = m.owner_id;
  END IF;
END $$;
-- Limits whose keys hold the id of an owner.
DELETE FROM rate_counters WHERE key ~ '^(owner-own|phone-enrolments|cashier-pins)\|';
DROP TABLE owners;
DROP TABLE staff_of_owner;
ALTER TABLE owner_merchants ADD FOREIGN KEY (owner_id) REFERENCES staff;
ALTER TABLE statement_mails ADD FOREIGN KEY (owner_id) REFERENCES staff;
ALTER TABLE phones ADD FOREIGN KEY (enrolled_by) REFERENCES staff;
ALTER TABLE phone_enrolments ADD FOREIGN KEY (owner_id) REFERENCES staff;
ALTER TABLE owner_notices ADD FOREIGN KEY (owner_id) REFERENCES staff, ADD FOREIGN KEY (added_id) REFERENCES staff;
ALTER TABLE audit_entries ADD FOREIGN KEY (owner_id) REFERENCES staff;
ALTER TABLE statements ADD FOREIGN KEY (accepted_by) REFERENCES staff;
ALTER TABLE line_disputes ADD FOREIGN KEY (owner_id) REFERENCES staff;

-- What one manager may not do alone to an account that has a role in both apps.
ALTER TABLE second_signatures DROP CONSTRAINT second_signatures_kind_check, ADD CONSTRAINT second_signatures_kind_check CHECK (
  kind IN ('dispute', 'payment', 'new_reward', 'reward', 'earning_rule', 'staff_link', 'staff_second_factor', 'staff_merchants'));

-- Operators and owners, removed or not, for those who read them.
CREATE VIEW operators AS
  SELECT id, name, email, email_key, console_password_hash AS password_hash, role, is_demo, created_at, console_removed_at AS removed_at,
    console_seen_at AS last_seen_at, version
  FROM staff WHERE role <> 'owner';
CREATE VIEW owners AS
  SELECT id, name, email, email_key, language, counter_password_hash AS password_hash, version, is_demo, created_at,
    counter_seen_at AS last_seen_at, counter_removed_at AS removed_at
  FROM staff WHERE is_owner;

-- As before. They read the views now.
CREATE VIEW known_addresses AS
  SELECT 'operator' AS kind, id, email_key FROM operators
  UNION ALL SELECT 'operator', operator_id, email_key FROM operator_addresses
  UNION ALL SELECT 'operator', o.id, u.email_key FROM own_account_links l JOIN users u ON u.id = l.user_id
    JOIN operators p ON p.id = l.operator_id JOIN operators o ON o.email_key = p.email_key
  UNION ALL SELECT 'member', id, email_key FROM users
  UNION ALL SELECT 'merchant', merchant_id, email_key FROM merchant_people
  UNION ALL SELECT 'merchant', w.merchant_id, o.email_key FROM owner_merchants w JOIN owners o ON o.id = w.owner_id
    WHERE o.removed_at IS NULL
  UNION ALL SELECT 'owner', id, email_key FROM owners WHERE removed_at IS NULL;
CREATE VIEW ties AS
  SELECT a.kind, a.id, b.kind AS with_kind, b.id AS with_id FROM known_addresses a JOIN known_addresses b ON b.email_key = a.email_key
  UNION ALL SELECT 'operator', operator_id, 'merchant', merchant_id FROM operator_merchants;
CREATE VIEW own_accounts AS
  SELECT id AS operator_id, with_id AS user_id FROM ties WHERE kind = 'operator' AND with_kind = 'member';
