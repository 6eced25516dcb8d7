-- Owners of merchants sign in to the counter app. They are neither members nor operators.
CREATE TABLE owners (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  -- Of mails to them.
  language text NOT NULL CHECK (language IN ('en', 'ms')),
  -- Null until they have set one.
  password_hash text,
  version integer NOT NULL DEFAULT 1,
  -- As that of operators.
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz,
  -- The row stays, because hand-overs refer to it.
  removed_at timestamptz
);
CREATE UNIQUE INDEX owners_email ON owners (email_key) WHERE removed_at IS NULL;

CREATE TABLE owner_merchants (
  owner_id bigint NOT NULL REFERENCES owners,
  merchant_id bigint NOT NULL REFERENCES merchants,
  PRIMARY KEY (owner_id, merchant_id)
);
CREATE INDEX owner_merchants_merchant ON owner_merchants (merchant_id);

-- As the tables of operators with these names.
CREATE TABLE owner_sessions (
  token_hash bytea PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES owners,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL
);
CREATE INDEX owner_sessions_owner ON owner_sessions (owner_id);
CREATE TABLE owner_trusted_devices (
  owner_id bigint NOT NULL REFERENCES owners,
  device_hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, device_hash)
);
CREATE TABLE owner_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL UNIQUE REFERENCES owners,
  created_at timestamptz NOT NULL
);
CREATE TABLE owner_pending_sign_ins (
  token_hash bytea PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES owners,
  created_at timestamptz NOT NULL
);
CREATE INDEX owner_pending_sign_ins_owner ON owner_pending_sign_ins (owner_id);
CREATE TABLE owner_second_factors (
  owner_id bigint PRIMARY KEY REFERENCES owners,
  secret bytea NOT NULL,
  added_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0
);
CREATE TABLE owner_recovery_codes (
  owner_id bigint NOT NULL REFERENCES owner_second_factors ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (owner_id, code_hash)
);

-- Who hands over rewards of a merchant. The PIN works on every phone of the merchant.
CREATE TABLE cashiers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  name text NOT NULL,
  name_key text NOT NULL,
  pin_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  removed_at timestamptz
);
CREATE UNIQUE INDEX cashiers_name ON cashiers (merchant_id, name_key) WHERE removed_at IS NULL;

-- A phone on which vouchers of a merchant are confirmed. Its session ends when it is removed, or after 30 days unused.
CREATE TABLE phones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  name text NOT NULL,
  enrolled_by bigint NOT NULL REFERENCES owners,
  token_hash bytea UNIQUE,
  -- For the codes that it shows without a network.
  key bytea,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  -- Who has entered the PIN, when, and when they last did something.
  cashier_id bigint REFERENCES cashiers,
  cashier_since timestamptz,
  cashier_used_at timestamptz,
  removed_at timestamptz,
  CHECK ((removed_at IS NULL) = (token_hash IS NOT NULL)),
  CHECK ((removed_at IS NULL) = (key IS NOT NULL)),
  CHECK (num_nonnulls(cashier_id, cashier_since, cashier_used_at) IN (0, 3))
);
CREATE INDEX phones_merchant ON phones (merchant_id);
CREATE INDEX phones_cashier ON phones (cashier_id) WHERE cashier_id IS NOT NULL;

-- A code that enrols one phone, within ten minutes.
CREATE TABLE phone_enrolments (
  token_hash bytea PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  owner_id bigint NOT NULL REFERENCES owners,
  created_at timestamptz NOT NULL
);
CREATE INDEX phone_enrolments_owner ON phone_enrolments (owner_id);

-- Wrong PINs of a cashier on a phone, since the last right one or the last lock.
CREATE TABLE wrong_pins (
  phone_id bigint NOT NULL REFERENCES phones,
  cashier_id bigint NOT NULL REFERENCES cashiers,
  tries integer NOT NULL,
  locked_until timestamptz,
  PRIMARY KEY (phone_id, cashier_id)
);

-- Owners act, too.
ALTER TABLE audit_entries ADD COLUMN owner_id bigint REFERENCES owners;
CREATE INDEX audit_entries_owner ON audit_entries (owner_id, created_at DESC, id DESC) WHERE owner_id IS NOT NULL;

-- A voucher is confirmed at the scheme's desk by a manager, or at the merchant's counter by a cashier on an enrolled phone.
ALTER TABLE voucher_keys
  ADD COLUMN checked_on bigint REFERENCES phones,
  ADD CONSTRAINT voucher_keys_checked CHECK (
    num_nonnulls(checked_by, checked_on) <= 1 AND (num_nonnulls(checked_by, checked_on) = 1) = (checked_at IS NOT NULL));
ALTER TABLE voucher_events
  ADD COLUMN phone_id bigint REFERENCES phones,
  ADD COLUMN cashier_id bigint REFERENCES cashiers,
  -- The step of 30 seconds of the code that a counter without a network showed.
  ADD COLUMN code_step bigint,
  -- When it was, if it was entered later.
  ADD COLUMN noted_at timestamptz,
  DROP CONSTRAINT voucher_events_way_check,
  ADD CONSTRAINT voucher_events_way_check CHECK (
    CASE way
      WHEN 'desk' THEN operator_id IS NOT NULL AND num_nonnulls(phone_id, cashier_id) = 0
      WHEN 'counter' THEN operator_id IS NULL AND num_nonnulls(phone_id, cashier_id) = 2
      -- The member typed the code that the phone showed.
      WHEN 'offline' THEN phone_id IS NOT NULL AND num_nonnulls(operator_id, cashier_id) = 0
      -- Both sides were without a network: noted then, entered later.
      WHEN 'late' THEN operator_id IS NULL AND num_nonnulls(phone_id, cashier_id) = 2
      ELSE way IS NULL AND (phone_id IS NULL OR kind = 'unused') AND (phone_id IS NULL) = (cashier_id IS NULL)
    END AND (code_step IS NOT NULL) = (way IS NOT DISTINCT FROM 'offline')
      AND (noted_at IS NOT NULL) = (way IS NOT DISTINCT FROM 'late'));
-- Such a code counts once.
CREATE UNIQUE INDEX voucher_events_one_code ON voucher_events (voucher_id, phone_id, code_step)
  WHERE code_step IS NOT NULL;
-- For what was handed over in a period.
CREATE INDEX voucher_events_used ON voucher_events (created_at) WHERE kind = 'used';
CREATE INDEX voucher_events_phone ON voucher_events (phone_id, id DESC) WHERE phone_id IS NOT NULL;
CREATE INDEX voucher_events_cashier ON voucher_events (cashier_id, id DESC) WHERE cashier_id IS NOT NULL;

-- Keys that ended lately, for hand-overs that are entered later.
CREATE TABLE former_voucher_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  voucher_id bigint NOT NULL REFERENCES vouchers,
  key bytea NOT NULL,
  opened_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL
);
CREATE INDEX former_voucher_keys_voucher ON former_voucher_keys (voucher_id);
CREATE INDEX former_voucher_keys_ended ON former_voucher_keys (ended_at);
-- A trigger, because keys also end with the session that they belong to.
CREATE FUNCTION keep_voucher_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.key <> NEW.key THEN
    INSERT INTO former_voucher_keys (voucher_id, key, opened_at, ended_at)
    VALUES (OLD.voucher_id, OLD.key, OLD.created_at, greatest(clock_timestamp(), OLD.created_at));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER voucher_keys_kept AFTER UPDATE OR DELETE ON voucher_keys
  FOR EACH ROW EXECUTE FUNCTION keep_voucher_key();

-- Hand-overs that were entered later for a voucher that was no longer ready. A manager says whether the merchant is paid for it.
CREATE TABLE late_hand_overs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  voucher_id bigint NOT NULL REFERENCES vouchers,
  phone_id bigint NOT NULL REFERENCES phones,
  cashier_id bigint NOT NULL REFERENCES cashiers,
  noted_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- Makes a repeated entry one with the first.
  request_id uuid NOT NULL UNIQUE,
  -- What the voucher was then.
  voucher_state text NOT NULL
);
CREATE UNIQUE INDEX late_hand_overs_one ON late_hand_overs (voucher_id, phone_id, noted_at);
CREATE TRIGGER late_hand_overs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON late_hand_overs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
