-- What merchants are owed. A statement is live until a manager issues it; then it is frozen, and later changes are
-- lines of the next one.

-- What a manager's answer changes: to a late hand-over, also if nothing is paid for it, or to a disputed line.
CREATE TABLE settlement_adjustments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  amount_sen integer NOT NULL,
  reason text NOT NULL,
  operator_id bigint NOT NULL REFERENCES staff,
  created_at timestamptz NOT NULL,
  late_id bigint UNIQUE REFERENCES late_hand_overs,
  -- The hand-over that this answer made, which is what the merchant is paid for.
  voucher_event_id bigint UNIQUE REFERENCES voucher_events,
  -- Whether it answers the earlier late hand-overs of the voucher too. In early releases each had its own answer.
  answers_earlier boolean NOT NULL DEFAULT false,
  CHECK (amount_sen <> 0 OR num_nonnulls(late_id, voucher_event_id) > 0)
);
CREATE INDEX settlement_adjustments_merchant ON settlement_adjustments (merchant_id, id);

-- The settlements that are in force. A voucher has at most one, however often its hand-over was reported: a hand-over
-- that was not undone, or a late one that an early release paid as an adjustment.
CREATE VIEW settlements AS
  SELECT e.voucher_id, e.id AS voucher_event_id FROM voucher_events e
  WHERE e.kind = 'used' AND coalesce(
    (SELECT x.kind FROM voucher_events x WHERE x.voucher_id = e.voucher_id AND x.id > e.id ORDER BY x.id LIMIT 1),
    '') NOT IN ('unused', 'voided')
  UNION ALL SELECT h.voucher_id, NULL FROM settlement_adjustments a JOIN late_hand_overs h ON h.id = a.late_id
  WHERE a.amount_sen > 0;

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

CREATE TABLE statements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  -- Its first day, in the campus time zone.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  total_sen bigint NOT NULL,
  line_count integer NOT NULL CHECK (line_count > 0),
  issued_at timestamptz NOT NULL,
  issued_by bigint NOT NULL REFERENCES staff,
  accepted_at timestamptz,
  accepted_by bigint REFERENCES staff,
  paid_at timestamptz,
  paid_by bigint REFERENCES staff,
  payment_reference text,
  UNIQUE (merchant_id, month),
  CHECK (num_nonnulls(accepted_at, accepted_by) IN (0, 2)),
  CHECK (num_nonnulls(paid_at, paid_by, payment_reference) IN (0, 3))
);
CREATE INDEX statements_unpaid ON statements (id) WHERE paid_at IS NULL;
-- It may only be accepted, once, and paid, once. After that nothing changes.
CREATE FUNCTION keep_statement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.paid_at IS NOT NULL OR NEW IS NOT DISTINCT FROM OLD
    OR (OLD.accepted_at IS NOT NULL AND (NEW.accepted_at, NEW.accepted_by) IS DISTINCT FROM (OLD.accepted_at, OLD.accepted_by))
    OR (NEW.id, NEW.merchant_id, NEW.month, NEW.total_sen, NEW.line_count, NEW.issued_at, NEW.issued_by)
      IS DISTINCT FROM (OLD.id, OLD.merchant_id, OLD.month, OLD.total_sen, OLD.line_count, OLD.issued_at, OLD.issued_by)
  THEN RAISE EXCEPTION 'A statement is frozen' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER statements_frozen BEFORE UPDATE ON statements FOR EACH ROW EXECUTE FUNCTION keep_statement();
CREATE TRIGGER statements_kept BEFORE DELETE OR TRUNCATE ON statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A change of a voucher that was handed over, or an adjustment. Each is billed once.
CREATE TABLE statement_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  statement_id bigint NOT NULL REFERENCES statements,
  voucher_event_id bigint UNIQUE REFERENCES voucher_events,
  adjustment_id bigint UNIQUE REFERENCES settlement_adjustments,
  amount_sen integer NOT NULL,
  CHECK (num_nonnulls(voucher_event_id, adjustment_id) = 1)
);
CREATE INDEX statement_lines_statement ON statement_lines (statement_id, id);
-- Lines come with their statement, in its transaction.
CREATE FUNCTION refuse_later_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM statements s WHERE s.id = NEW.statement_id AND s.xmin = pg_current_xact_id()::xid)
  THEN RAISE EXCEPTION 'A statement is frozen' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER statement_lines_frozen BEFORE INSERT ON statement_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_later_line();

-- An owner disputes a line with words; a manager answers, perhaps with an adjustment.
CREATE TABLE line_disputes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  line_id bigint NOT NULL UNIQUE REFERENCES statement_lines,
  owner_id bigint NOT NULL REFERENCES staff,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  answer text,
  answered_by bigint REFERENCES staff,
  answered_at timestamptz,
  adjustment_id bigint UNIQUE REFERENCES settlement_adjustments,
  CHECK (num_nonnulls(answer, answered_by, answered_at) IN (0, 3)),
  CHECK (adjustment_id IS NULL OR answered_at IS NOT NULL)
);
CREATE INDEX line_disputes_open ON line_disputes (id) WHERE answered_at IS NULL;
-- It may only be answered, once.
CREATE FUNCTION keep_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.answered_at IS NOT NULL OR NEW.answered_at IS NULL
    OR (NEW.id, NEW.line_id, NEW.owner_id, NEW.reason, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.line_id, OLD.owner_id, OLD.reason, OLD.created_at)
  THEN RAISE EXCEPTION 'A dispute stays as it is' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER line_disputes_answered_once BEFORE UPDATE ON line_disputes FOR EACH ROW EXECUTE FUNCTION keep_dispute();
CREATE TRIGGER line_disputes_kept BEFORE DELETE OR TRUNCATE ON line_disputes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- To whom the mail about a new statement goes.
CREATE TABLE statement_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  statement_id bigint NOT NULL REFERENCES statements,
  owner_id bigint NOT NULL REFERENCES staff,
  UNIQUE (statement_id, owner_id)
);
