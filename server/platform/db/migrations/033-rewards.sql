-- What stamps buy: an item or a service of a merchant, or of the scheme's own desk.
CREATE TABLE rewards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: handed out at the scheme's desk.
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
  -- How many vouchers are ready or were handed over. One conditional update takes the next one, so that none is taken twice.
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
  CHECK (recalled_at IS NULL OR (state = 'ended' AND recall_reason IS NOT NULL))
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
  -- Makes a repeated claim one with the first.
  idempotency_key text NOT NULL,
  -- When the mail about its last day was sent.
  reminded_at timestamptz,
  UNIQUE (user_id, idempotency_key),
  CHECK ((state = 'ready') = (ended_at IS NULL)),
  CHECK (CASE state WHEN 'used' THEN used_at IS NOT NULL WHEN 'voided' THEN true ELSE used_at IS NULL END)
);
CREATE INDEX vouchers_user ON vouchers (user_id, id DESC);
CREATE INDEX vouchers_ready ON vouchers (expires_at) WHERE state = 'ready';
CREATE INDEX vouchers_reward ON vouchers (reward_id, user_id, claimed_at) WHERE state IN ('ready', 'used');
CREATE INDEX vouchers_reward_all ON vouchers (reward_id, id DESC);

-- Every change of a voucher: who, how and when.
CREATE TABLE voucher_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  voucher_id bigint NOT NULL REFERENCES vouchers,
  -- `unused`: the counter took the hand-over back. `recalled`: voided, because its reward was recalled. `below_zero`: voided,
  -- because a reversal took stamps that were spent.
  kind text NOT NULL
    CHECK (kind IN ('claimed', 'used', 'unused', 'returned', 'expired', 'voided', 'recalled', 'below_zero')),
  -- How a hand-over was confirmed: at the scheme's desk.
  way text CHECK (way IN ('desk')),
  -- Null: the member, or the clock.
  operator_id bigint REFERENCES operators,
  reversal_id bigint REFERENCES reversals,
  -- Whether the member got the stamps back.
  stamps_back boolean NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK ((kind = 'used') = (way IS NOT NULL)),
  CHECK ((kind = 'below_zero') = (reversal_id IS NOT NULL)),
  CHECK (stamps_back OR kind NOT IN ('returned', 'expired', 'recalled', 'below_zero')),
  CHECK (NOT stamps_back OR kind NOT IN ('claimed', 'used', 'unused'))
);
CREATE INDEX voucher_events_voucher ON voucher_events (voucher_id, id);
CREATE UNIQUE INDEX voucher_events_one_claim ON voucher_events (voucher_id) WHERE kind = 'claimed';
CREATE UNIQUE INDEX voucher_events_one_end ON voucher_events (voucher_id)
  WHERE kind IN ('returned', 'expired', 'voided', 'recalled', 'below_zero');
CREATE INDEX voucher_events_reversal ON voucher_events (reversal_id) WHERE reversal_id IS NOT NULL;
CREATE TRIGGER voucher_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON voucher_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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
  -- Who has just seen a right code of it and may hand it over, and since when.
  checked_by bigint REFERENCES operators,
  checked_at timestamptz
);
CREATE INDEX voucher_keys_session ON voucher_keys (token_hash);

-- Each entry names one piece of evidence, which makes at most one entry of a kind.
ALTER TABLE ledger_entries
  ADD COLUMN voucher_event_id bigint REFERENCES voucher_events,
  DROP CONSTRAINT ledger_entries_kind_check,
  ADD CONSTRAINT ledger_entries_kind_check CHECK (
    num_nonnulls(decision_id, stamp_adjustment_id, voucher_event_id) = 1
    AND (kind IN ('approval', 'undo')) = (decision_id IS NOT NULL)
    AND (kind = 'correction') = (stamp_adjustment_id IS NOT NULL)
    AND (kind IN ('redemption', 'redemption_return')) = (voucher_event_id IS NOT NULL)
    AND (kind <> 'redemption' OR stamps < 0)
    AND (kind <> 'redemption_return' OR stamps > 0));
CREATE UNIQUE INDEX ledger_entries_voucher_event ON ledger_entries (voucher_event_id) WHERE voucher_event_id IS NOT NULL;
