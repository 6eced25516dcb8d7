-- What stamps buy: an item or a service of a merchant, or of the Stampus desk.
CREATE TABLE rewards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: handed out at the Stampus desk.
  merchant_id bigint REFERENCES merchants,
  title text NOT NULL,
  title_ms text,
  conditions text NOT NULL,
  conditions_ms text,
  image_key text,
  image_placeholder text,
  stamps integer NOT NULL CHECK (stamps BETWEEN 1 AND 10000),
  -- What the scheme owes the merchant for each hand-over.
  owed_sen integer NOT NULL CHECK (owed_sen >= 0),
  -- How many may be handed out; null: without limit.
  stock integer CHECK (stock >= 0),
  -- How many vouchers are ready or were handed over. One conditional update takes the next, so none is taken twice.
  taken integer NOT NULL DEFAULT 0 CHECK (taken >= 0),
  -- How many vouchers one member may have, ready or used, in all and of 30 days; null: without limit.
  limit_total integer CHECK (limit_total > 0),
  limit_30_days integer CHECK (limit_30_days > 0),
  -- The days on which it can be claimed, in the campus time zone; without an end if null.
  start_date date NOT NULL,
  end_date date,
  -- The last day of a voucher is so many days after its claim.
  valid_days integer NOT NULL CHECK (valid_days BETWEEN 1 AND 180),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'published', 'paused', 'ended')),
  -- Its unused vouchers are voided and their stamps returned.
  recalled_at timestamptz,
  recall_reason text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  CHECK (end_date >= start_date),
  CHECK (recalled_at IS NULL OR (state = 'ended' AND recall_reason IS NOT NULL)),
  CONSTRAINT rewards_owed_to_merchant CHECK (merchant_id IS NOT NULL OR owed_sen = 0)
);
CREATE INDEX rewards_published ON rewards (id) WHERE state = 'published';
CREATE INDEX rewards_merchant ON rewards (merchant_id);

-- A claimed reward. It holds its own copy of what was promised.
CREATE TABLE vouchers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What a counter reads or types; it says nothing about the member and cannot be guessed from another one.
  number text NOT NULL UNIQUE,
  reward_id bigint NOT NULL REFERENCES rewards,
  user_id bigint NOT NULL REFERENCES users,
  merchant_id bigint REFERENCES merchants,
  title text NOT NULL,
  title_ms text,
  conditions text NOT NULL,
  conditions_ms text,
  stamps integer NOT NULL CHECK (stamps > 0),
  owed_sen integer NOT NULL CHECK (owed_sen >= 0),
  claimed_at timestamptz NOT NULL,
  -- In the campus time zone, and when it ends.
  last_day date NOT NULL,
  expires_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'used', 'returned', 'expired', 'voided')),
  -- When it was handed over, also if it was voided later.
  used_at timestamptz,
  -- When it was used, returned, expired or voided; null while it is ready.
  ended_at timestamptz,
  -- Makes a repeated claim one with the first. The text of an app: blanked when the account is deleted.
  idempotency_key text NOT NULL,
  -- When the mail about its last day was sent.
  reminded_at timestamptz,
  -- How many settlements an early release made for it, if more than one, which its rules allowed.
  earlier_settlements integer CHECK (earlier_settlements > 1),
  UNIQUE (user_id, idempotency_key),
  CHECK ((state = 'ready') = (ended_at IS NULL)),
  CHECK (CASE state WHEN 'used' THEN used_at IS NOT NULL WHEN 'voided' THEN true ELSE used_at IS NULL END),
  CONSTRAINT vouchers_owed_to_merchant CHECK (merchant_id IS NOT NULL OR owed_sen = 0)
);
CREATE INDEX vouchers_user ON vouchers (user_id, id DESC);
CREATE INDEX vouchers_user_state ON vouchers (user_id, state, id DESC);
CREATE INDEX vouchers_ready ON vouchers (expires_at) WHERE state = 'ready';
-- The counts of a reward's vouchers need nothing but the index.
CREATE INDEX vouchers_reward ON vouchers (reward_id, user_id, claimed_at) INCLUDE (state, stamps, expires_at)
  WHERE state IN ('ready', 'used');
CREATE INDEX vouchers_reward_all ON vouchers (reward_id, id DESC);
-- Managers list vouchers by state. Most are ready or used and easily found; the others get an index, which claims and
-- hand-overs do not touch.
CREATE INDEX vouchers_ended ON vouchers (state, id DESC) WHERE state IN ('returned', 'expired', 'voided');
-- What was handed out in a month, for the overview.
CREATE INDEX vouchers_used ON vouchers (used_at) WHERE state = 'used';

-- Every change of a voucher: who, how and when.
CREATE TABLE voucher_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  voucher_id bigint NOT NULL REFERENCES vouchers,
  -- `unused`: the counter took the hand-over back. `recalled`: voided, because its reward was recalled. `below_zero`:
  -- voided, because a reversal took stamps that were spent.
  kind text NOT NULL
    CHECK (kind IN ('claimed', 'used', 'unused', 'returned', 'expired', 'voided', 'recalled', 'below_zero')),
  -- How a hand-over was confirmed: at the Stampus desk by a manager, at the merchant's counter by a cashier on an
  -- enrolled phone, `offline` by the member, who typed the code that the phone showed, or `late`: both sides were
  -- without a network, it was noted then and entered later.
  way text,
  -- Null: the member, or the clock.
  operator_id bigint REFERENCES staff,
  reversal_id bigint REFERENCES reversals,
  -- Whether the member got the stamps back.
  stamps_back boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- Makes a repeated hand-over one with the first. Null: a manager settled it, or an early release recorded it.
  request_id uuid,
  phone_id bigint REFERENCES phones,
  -- What a manager settled has the phone of the report, and its cashier if one is known.
  cashier_id bigint REFERENCES cashiers,
  -- The step of 30 seconds of the code that a counter without a network showed.
  code_step bigint,
  -- When it was, if it was entered later.
  noted_at timestamptz,
  CHECK ((kind = 'used') = (way IS NOT NULL)),
  CHECK ((kind = 'below_zero') = (reversal_id IS NOT NULL)),
  CHECK (stamps_back OR kind NOT IN ('returned', 'expired', 'recalled', 'below_zero')),
  CHECK (NOT stamps_back OR kind NOT IN ('claimed', 'used', 'unused')),
  CONSTRAINT voucher_events_request CHECK (request_id IS NULL OR kind = 'used'),
  CONSTRAINT voucher_events_way_check CHECK (
    CASE way
      WHEN 'desk' THEN operator_id IS NOT NULL AND num_nonnulls(phone_id, cashier_id) = 0
      WHEN 'counter' THEN operator_id IS NULL AND num_nonnulls(phone_id, cashier_id) = 2
      WHEN 'offline' THEN phone_id IS NOT NULL AND num_nonnulls(operator_id, cashier_id) = 0
      WHEN 'late' THEN operator_id IS NULL AND phone_id IS NOT NULL AND (cashier_id IS NOT NULL OR request_id IS NULL)
      ELSE way IS NULL AND (phone_id IS NULL OR kind = 'unused') AND (phone_id IS NULL) = (cashier_id IS NULL)
    END AND (code_step IS NOT NULL) = (way IS NOT DISTINCT FROM 'offline')
      AND (noted_at IS NOT NULL) = (way IS NOT DISTINCT FROM 'late'))
);
CREATE INDEX voucher_events_voucher ON voucher_events (voucher_id, id);
CREATE UNIQUE INDEX voucher_events_one_claim ON voucher_events (voucher_id) WHERE kind = 'claimed';
CREATE UNIQUE INDEX voucher_events_one_end ON voucher_events (voucher_id)
  WHERE kind IN ('returned', 'expired', 'voided', 'recalled', 'below_zero');
CREATE UNIQUE INDEX voucher_events_one_request ON voucher_events (request_id) WHERE request_id IS NOT NULL;
-- A code of a counter without a network counts once.
CREATE UNIQUE INDEX voucher_events_one_code ON voucher_events (voucher_id, phone_id, code_step)
  WHERE code_step IS NOT NULL;
CREATE INDEX voucher_events_reversal ON voucher_events (reversal_id) WHERE reversal_id IS NOT NULL;
-- What was handed over in a period, and what statements are made of, by time.
CREATE INDEX voucher_events_used ON voucher_events (created_at) WHERE kind = 'used';
CREATE INDEX voucher_events_billed ON voucher_events (created_at) WHERE kind IN ('used', 'unused', 'voided');
CREATE INDEX voucher_events_phone ON voucher_events (phone_id, id DESC) WHERE phone_id IS NOT NULL;
CREATE INDEX voucher_events_cashier ON voucher_events (cashier_id, id DESC) WHERE cashier_id IS NOT NULL;

-- Why an operator voided a voucher. Apart from the events, because an erasure may blank it.
CREATE TABLE voucher_reasons (
  event_id bigint PRIMARY KEY REFERENCES voucher_events,
  reason text NOT NULL
);

-- The key of the device on which a ready voucher was opened last. It ends with the device's session.
CREATE TABLE voucher_keys (
  voucher_id bigint PRIMARY KEY REFERENCES vouchers,
  token_hash bytea NOT NULL REFERENCES sessions ON DELETE CASCADE,
  key bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- Who has just seen a right code of it and may hand it over, and since when: a manager, or a phone.
  checked_by bigint REFERENCES staff,
  checked_at timestamptz,
  checked_on bigint REFERENCES phones,
  CONSTRAINT voucher_keys_checked CHECK (
    num_nonnulls(checked_by, checked_on) <= 1
    AND (num_nonnulls(checked_by, checked_on) = 1) = (checked_at IS NOT NULL))
);
CREATE INDEX voucher_keys_session ON voucher_keys (token_hash);

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

-- Hand-overs that were entered later for a voucher that was no longer ready. A manager says whether the merchant is
-- paid for it.
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
CREATE INDEX late_hand_overs_voucher ON late_hand_overs (voucher_id, id);

-- Stamps of members. Each entry names one piece of evidence, which makes at most one entry of a kind.
CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL,
  stamps integer NOT NULL CHECK (stamps <> 0),
  decision_id bigint REFERENCES decisions,
  created_at timestamptz NOT NULL DEFAULT now(),
  stamp_adjustment_id bigint UNIQUE REFERENCES stamp_adjustments,
  voucher_event_id bigint REFERENCES voucher_events,
  UNIQUE (decision_id, kind),
  CONSTRAINT ledger_entries_kind_check CHECK (
    num_nonnulls(decision_id, stamp_adjustment_id, voucher_event_id) = 1
    AND (kind IN ('approval', 'undo')) = (decision_id IS NOT NULL)
    AND (kind = 'correction') = (stamp_adjustment_id IS NOT NULL)
    AND (kind IN ('redemption', 'redemption_return')) = (voucher_event_id IS NOT NULL)
    AND (kind <> 'redemption' OR stamps < 0)
    AND (kind <> 'redemption_return' OR stamps > 0))
);
CREATE UNIQUE INDEX ledger_entries_voucher_event ON ledger_entries (voucher_event_id)
  WHERE voucher_event_id IS NOT NULL;
-- The first page of a member's stamps reads as many rows as it shows, however many there are.
CREATE INDEX ledger_entries_newest ON ledger_entries (user_id, id DESC) INCLUDE (stamps);
-- Recent approvals can still be undone, so their stamps cannot be spent yet.
CREATE INDEX ledger_entries_approvals ON ledger_entries (user_id, created_at) WHERE kind = 'approval';
