-- What merchants are owed. A statement is live until a manager issues it; then it is frozen, and later changes are lines of the next one.

-- What a manager's answer changes: to a late hand-over, also if nothing is paid for it, or to a disputed line.
CREATE TABLE settlement_adjustments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  amount_sen integer NOT NULL,
  reason text NOT NULL,
  operator_id bigint NOT NULL REFERENCES operators,
  created_at timestamptz NOT NULL,
  late_id bigint UNIQUE REFERENCES late_hand_overs,
  CHECK (amount_sen <> 0 OR late_id IS NOT NULL)
);
CREATE INDEX settlement_adjustments_merchant ON settlement_adjustments (merchant_id, id);
CREATE TRIGGER settlement_adjustments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_adjustments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE statements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  -- Its first day, in the campus time zone.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  total_sen bigint NOT NULL,
  line_count integer NOT NULL CHECK (line_count > 0),
  issued_at timestamptz NOT NULL,
  issued_by bigint NOT NULL REFERENCES operators,
  accepted_at timestamptz,
  accepted_by bigint REFERENCES owners,
  paid_at timestamptz,
  paid_by bigint REFERENCES operators,
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
CREATE TRIGGER statement_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
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
  owner_id bigint NOT NULL REFERENCES owners,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  answer text,
  answered_by bigint REFERENCES operators,
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
  owner_id bigint NOT NULL REFERENCES owners,
  UNIQUE (statement_id, owner_id)
);

-- What statements are made of, by time.
CREATE INDEX voucher_events_billed ON voucher_events (created_at) WHERE kind IN ('used', 'unused', 'voided');
-- What was handed out in a month, for the overview.
CREATE INDEX vouchers_used ON vouchers (used_at) WHERE state = 'used';
