-- Why a receipt was rejected, as reports count it; null for own words and for what was decided before.
ALTER TABLE decisions ADD COLUMN reason_code text;

-- What receipts of a merchant usually amount to.
CREATE INDEX submissions_merchant_approved ON submissions (merchant_id, id DESC) INCLUDE (amount_sen)
  WHERE status = 'approved';
-- Such an index is read alone where its rows were swept, and what is asked for are the newest ones.
ALTER TABLE submissions SET (autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_insert_scale_factor = 0.002);

-- The latest receipts of one invoice: some tills begin anew every day, and an invoice number is there a thousand times.
DROP INDEX submissions_invoice;
CREATE INDEX submissions_invoice ON submissions (merchant_id, invoice_key, id DESC);

-- What was decided in a span of days.
CREATE INDEX submissions_decided ON submissions (decided_at);

-- Whether a receipt was sent during a suspension.
CREATE INDEX suspensions_member ON suspensions (user_id);

-- What a reviewer handed to the managers; it stays with the receipt when its decision is taken back.
CREATE TABLE escalations (
  submission_id bigint PRIMARY KEY REFERENCES submissions,
  operator_id bigint NOT NULL REFERENCES operators,
  note text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Whether it was, beside the receipt itself: the queue is read in its order, for managers with these first.
ALTER TABLE submissions ADD COLUMN handed_on boolean NOT NULL DEFAULT false;
DROP INDEX submissions_waiting;
CREATE INDEX submissions_waiting ON submissions (handed_on DESC, id) WHERE status = 'pending';

-- What an operator passed by comes to them again once the rest of the queue is through.
CREATE TABLE skips (
  operator_id bigint NOT NULL REFERENCES operators ON DELETE CASCADE,
  submission_id bigint NOT NULL REFERENCES submissions,
  skipped_at timestamptz NOT NULL,
  PRIMARY KEY (operator_id, submission_id)
);
CREATE INDEX skips_submission ON skips (submission_id);

-- Decisions drawn for a second look, and what it said. Its holder is who looks at it now.
CREATE TABLE spot_checks (
  decision_id bigint PRIMARY KEY REFERENCES decisions,
  submission_id bigint NOT NULL REFERENCES submissions,
  drawn_at timestamptz NOT NULL,
  holder_id bigint REFERENCES operators ON DELETE SET NULL,
  held_until timestamptz,
  -- It was looked at, its decision taken back, or nobody can look at it any more.
  closed_at timestamptz
);
CREATE INDEX spot_checks_open ON spot_checks (drawn_at, decision_id) WHERE closed_at IS NULL;
CREATE INDEX spot_checks_held ON spot_checks (holder_id) WHERE closed_at IS NULL AND holder_id IS NOT NULL;
CREATE TABLE spot_check_verdicts (
  decision_id bigint PRIMARY KEY REFERENCES spot_checks,
  operator_id bigint NOT NULL REFERENCES operators,
  status text NOT NULL CHECK (status IN ('approved', 'rejected')),
  reason_code text,
  agrees boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX spot_check_verdicts_latest ON spot_check_verdicts (created_at DESC);
CREATE INDEX spot_check_verdicts_disagreed ON spot_check_verdicts (created_at DESC, decision_id DESC) WHERE NOT agrees;
CREATE TRIGGER spot_check_verdicts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON spot_check_verdicts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whether an appeal waits for its answer.
ALTER TABLE appeals ADD COLUMN is_open boolean NOT NULL DEFAULT true;
UPDATE appeals SET is_open = false WHERE id IN (SELECT appeal_id FROM appeal_answers);
CREATE INDEX appeals_open ON appeals (id) WHERE is_open;
