-- Whom an operator is too near to judge: their own college addresses and the merchants they belong to (D-50).
CREATE TABLE operator_addresses (
  operator_id bigint NOT NULL REFERENCES operators ON DELETE CASCADE,
  email text NOT NULL,
  email_key text NOT NULL,
  PRIMARY KEY (operator_id, email_key)
);
CREATE TABLE operator_merchants (
  operator_id bigint NOT NULL REFERENCES operators ON DELETE CASCADE,
  merchant_id bigint NOT NULL REFERENCES merchants ON DELETE CASCADE,
  PRIMARY KEY (operator_id, merchant_id)
);

-- The addresses of a merchant's own people: their receipts from there are looked at twice (D-50).
CREATE TABLE merchant_people (
  merchant_id bigint NOT NULL REFERENCES merchants ON DELETE CASCADE,
  email text NOT NULL,
  email_key text NOT NULL,
  PRIMARY KEY (merchant_id, email_key)
);

-- What stood in a changed field before and after. The log itself holds no personal value; this an erasure may blank (D-55).
CREATE TABLE audit_values (
  entry_id bigint PRIMARY KEY REFERENCES audit_entries,
  changes jsonb NOT NULL
);
CREATE INDEX audit_entries_operator ON audit_entries (operator_id, id DESC);
CREATE INDEX audit_entries_action ON audit_entries (action, id DESC);

-- What a reviewer corrected with a decision, beside what the member had typed (D-45).
CREATE TABLE corrections (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  decision_id bigint NOT NULL REFERENCES decisions,
  submission_id bigint NOT NULL REFERENCES submissions,
  field text NOT NULL CHECK (field IN ('merchant_id', 'invoice_number', 'purchase_date', 'purchase_amount')),
  typed text NOT NULL,
  corrected text NOT NULL,
  UNIQUE (decision_id, field)
);
CREATE INDEX corrections_submission ON corrections (submission_id, id);
CREATE TRIGGER corrections_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON corrections
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Why a manager took a decision back after its time for undoing was over (D-45). The taking back itself is in decision_undos.
CREATE TABLE reversals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  decision_id bigint NOT NULL UNIQUE REFERENCES decision_undos,
  submission_id bigint NOT NULL REFERENCES submissions,
  operator_id bigint NOT NULL REFERENCES operators,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX reversals_submission ON reversals (submission_id, id);
CREATE TRIGGER reversals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reversals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Stamps that a manager gave or took with a reason (D-53).
CREATE TABLE stamp_corrections (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  operator_id bigint NOT NULL REFERENCES operators,
  stamps integer NOT NULL CHECK (stamps <> 0),
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX stamp_corrections_user ON stamp_corrections (user_id, id);
CREATE TRIGGER stamp_corrections_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stamp_corrections
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE ledger_entries ALTER COLUMN decision_id DROP NOT NULL;
ALTER TABLE ledger_entries ADD COLUMN stamp_correction_id bigint UNIQUE REFERENCES stamp_corrections;
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (
  (kind IN ('approval', 'undo') AND decision_id IS NOT NULL AND stamp_correction_id IS NULL)
  OR (kind = 'correction' AND decision_id IS NULL AND stamp_correction_id IS NOT NULL));
