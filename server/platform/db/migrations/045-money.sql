-- A hand-over is paid for once, however often it was reported: a voucher has at most one settlement in force. That is a hand-over that
-- was not undone, or a late one that an earlier release paid as an adjustment.
ALTER TABLE settlement_adjustments
  -- The hand-over that this answer made, which is what the merchant is paid for.
  ADD COLUMN voucher_event_id bigint UNIQUE REFERENCES voucher_events,
  -- Whether it answers the earlier late hand-overs of the voucher too. In earlier releases each had its own answer.
  ADD COLUMN answers_earlier boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT settlement_adjustments_check,
  ADD CONSTRAINT settlement_adjustments_check CHECK (
    amount_sen <> 0 OR num_nonnulls(late_id, voucher_event_id) > 0);
CREATE INDEX late_hand_overs_voucher ON late_hand_overs (voucher_id, id);

-- The settlements that are in force.
CREATE VIEW settlements AS
  SELECT e.voucher_id, e.id AS voucher_event_id FROM voucher_events e
  WHERE e.kind = 'used' AND coalesce((SELECT x.kind FROM voucher_events x WHERE x.voucher_id = e.voucher_id AND x.id > e.id
    ORDER BY x.id LIMIT 1), '') NOT IN ('unused', 'voided')
  UNION ALL SELECT h.voucher_id, NULL FROM settlement_adjustments a JOIN late_hand_overs h ON h.id = a.late_id
  WHERE a.amount_sen > 0;

-- How many settlements an earlier release made for a voucher, if more than one, which its rules allowed.
ALTER TABLE vouchers ADD COLUMN earlier_settlements integer CHECK (earlier_settlements > 1);
UPDATE vouchers v SET earlier_settlements = s.number
  FROM (SELECT voucher_id, count(*) AS number FROM settlements GROUP BY voucher_id HAVING count(*) > 1) s WHERE s.voucher_id = v.id;

-- A voucher that an earlier release paid for and left ready was handed over then: it ends without its stamps.
WITH paid AS (
    UPDATE vouchers SET state = 'voided', ended_at = now()
    WHERE state = 'ready' AND id IN (SELECT voucher_id FROM settlements) RETURNING id, reward_id),
  ended AS (
    INSERT INTO voucher_events (voucher_id, kind, stamps_back, created_at) SELECT id, 'voided', false, now() FROM paid RETURNING id),
  reasons AS (
    INSERT INTO voucher_reasons (event_id, reason)
    SELECT id, 'It was handed over, as its merchant reported later.' FROM ended),
  keys AS (DELETE FROM voucher_keys WHERE voucher_id IN (SELECT id FROM paid))
UPDATE rewards w SET taken = w.taken - p.number
  FROM (SELECT reward_id, count(*) AS number FROM paid GROUP BY reward_id) p WHERE p.reward_id = w.id;

CREATE FUNCTION refuse_second_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_voucher bigint;
BEGIN
  IF TG_TABLE_NAME = 'voucher_events' THEN
    of_voucher := NEW.voucher_id;
  ELSE
    SELECT voucher_id INTO of_voucher FROM late_hand_overs WHERE id = NEW.late_id;
  END IF;
  -- Two at once take turns.
  PERFORM FROM vouchers WHERE id = of_voucher FOR NO KEY UPDATE;
  -- A copy of an installation may have as many as its earlier release made.
  IF (SELECT count(*) FROM settlements WHERE voucher_id = of_voucher)
    >= coalesce((SELECT earlier_settlements FROM vouchers WHERE id = of_voucher), 1)
  THEN RAISE EXCEPTION 'Voucher % has a settlement', of_voucher
    USING ERRCODE = 'unique_violation', CONSTRAINT = 'vouchers_one_settlement';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER voucher_events_one_settlement BEFORE INSERT ON voucher_events
  FOR EACH ROW WHEN (NEW.kind = 'used') EXECUTE FUNCTION refuse_second_settlement();
CREATE TRIGGER settlement_adjustments_one_settlement BEFORE INSERT ON settlement_adjustments
  FOR EACH ROW WHEN (NEW.late_id IS NOT NULL AND NEW.amount_sen > 0) EXECUTE FUNCTION refuse_second_settlement();

-- What a manager settled has the phone of the report, and its cashier if one is known.
ALTER TABLE voucher_events
  DROP CONSTRAINT voucher_events_way_check,
  ADD CONSTRAINT voucher_events_way_check CHECK (
    CASE way
      WHEN 'desk' THEN operator_id IS NOT NULL AND num_nonnulls(phone_id, cashier_id) = 0
      WHEN 'counter' THEN operator_id IS NULL AND num_nonnulls(phone_id, cashier_id) = 2
      WHEN 'offline' THEN phone_id IS NOT NULL AND num_nonnulls(operator_id, cashier_id) = 0
      WHEN 'late' THEN operator_id IS NULL AND phone_id IS NOT NULL AND (cashier_id IS NOT NULL OR request_id IS NULL)
      ELSE way IS NULL AND (phone_id IS NULL OR kind = 'unused') AND (phone_id IS NULL) = (cashier_id IS NULL)
    END AND (code_step IS NOT NULL) = (way IS NOT DISTINCT FROM 'offline')
      AND (noted_at IS NOT NULL) = (way IS NOT DISTINCT FROM 'late'));

-- Who is who, by address: the keys of the addresses of operators, members, and the owners and people of merchants. An operator also has
-- those of the member accounts that were theirs before an address changed.
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

-- Which of them belong together. Every rule about conflicts of interest reads this.
CREATE VIEW ties AS
  SELECT a.kind, a.id, b.kind AS with_kind, b.id AS with_id FROM known_addresses a JOIN known_addresses b ON b.email_key = a.email_key
  UNION ALL SELECT 'operator', operator_id, 'merchant', merchant_id FROM operator_merchants;

CREATE OR REPLACE VIEW own_accounts AS
  SELECT id AS operator_id, with_id AS user_id FROM ties WHERE kind = 'operator' AND with_kind = 'member';
CREATE INDEX merchant_people_key ON merchant_people (email_key);

-- To whom the mail about a new owner of a merchant goes: the others.
CREATE TABLE owner_notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  added_id bigint NOT NULL REFERENCES owners,
  owner_id bigint NOT NULL REFERENCES owners,
  created_at timestamptz NOT NULL
);

-- What stays of an approved receipt of a deleted account while it could be sent again: keyed hashes of the numbers on it and of the codes of
-- its picture.
CREATE TABLE deleted_receipts (
  submission_id bigint PRIMARY KEY REFERENCES submissions,
  number_hashes bytea[] NOT NULL,
  code_hashes bytea[] NOT NULL
);
CREATE INDEX deleted_receipts_numbers ON deleted_receipts USING gin (number_hashes);
CREATE INDEX deleted_receipts_codes ON deleted_receipts USING gin (code_hashes);

-- What one manager may not decide about money alone: it takes effect when a second one asks for exactly the same.
CREATE TABLE second_signatures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('dispute', 'payment', 'new_reward', 'reward', 'earning_rule')),
  subject_id bigint NOT NULL,
  asked jsonb NOT NULL,
  asked_by bigint NOT NULL REFERENCES operators,
  asked_at timestamptz NOT NULL,
  confirmed_by bigint REFERENCES operators,
  confirmed_at timestamptz,
  CHECK (num_nonnulls(confirmed_by, confirmed_at) IN (0, 2)),
  CHECK (confirmed_by <> asked_by)
);
CREATE INDEX second_signatures_waiting ON second_signatures (kind, subject_id, id) WHERE confirmed_at IS NULL;
