-- How many stamps a receipt earns: the rule with the latest start before the receipt was sent. Managers add rules that
-- start later; the first one comes from the settings.
CREATE TABLE earning_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sen_per_stamp integer NOT NULL CHECK (sen_per_stamp > 0),
  min_stamps integer NOT NULL CHECK (min_stamps >= 0),
  max_stamps integer NOT NULL CHECK (max_stamps >= min_stamps AND max_stamps > 0),
  starts_at timestamptz NOT NULL UNIQUE,
  -- Null: from the settings.
  operator_id bigint REFERENCES staff,
  created_at timestamptz NOT NULL
);
CREATE TRIGGER earning_rules_unchanged BEFORE UPDATE OR TRUNCATE ON earning_rules
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE FUNCTION refuse_delete_of_started_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.starts_at <= now() THEN
    RAISE EXCEPTION 'An earning rule that has started cannot be deleted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END
$$;
CREATE TRIGGER earning_rules_started BEFORE DELETE ON earning_rules
  FOR EACH ROW EXECUTE FUNCTION refuse_delete_of_started_rule();

-- The desk --------------------------------------------------------------------------------------------------------

CREATE TABLE leases (
  submission_id bigint PRIMARY KEY REFERENCES submissions,
  operator_id bigint NOT NULL REFERENCES staff ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX leases_operator ON leases (operator_id);

-- A receipt that an operator skipped comes to them again once the rest of the queue is through.
CREATE TABLE skips (
  operator_id bigint NOT NULL REFERENCES staff ON DELETE CASCADE,
  submission_id bigint NOT NULL REFERENCES submissions,
  skipped_at timestamptz NOT NULL,
  PRIMARY KEY (operator_id, submission_id)
);
CREATE INDEX skips_submission ON skips (submission_id);

-- What a reviewer escalated to the managers; it stays with the receipt when its decision is taken back.
CREATE TABLE escalations (
  submission_id bigint PRIMARY KEY REFERENCES submissions,
  operator_id bigint NOT NULL REFERENCES staff,
  note text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id bigint NOT NULL REFERENCES submissions,
  operator_id bigint NOT NULL REFERENCES staff,
  status text NOT NULL CHECK (status IN ('approved', 'rejected')),
  reason text,
  notes text,
  stamps integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Why it was rejected, as reports count it; null for own words and in decisions of early releases.
  reason_code text,
  -- Null in approvals of early releases.
  earning_rule_id bigint REFERENCES earning_rules
);
CREATE INDEX decisions_submission ON decisions (submission_id, id DESC);
-- How long the latest decisions took.
CREATE INDEX decisions_latest ON decisions (created_at DESC);
-- The list of submissions is filtered by the operator who decided.
CREATE INDEX decisions_operator ON decisions (operator_id, submission_id);

CREATE TABLE decision_undos (
  decision_id bigint PRIMARY KEY REFERENCES decisions,
  operator_id bigint NOT NULL REFERENCES staff,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Decisions made in bulk, and when their batch was done: the time for undoing counts from then.
CREATE TABLE bulk_approvals (
  decision_id bigint PRIMARY KEY REFERENCES decisions,
  batch_ended_at timestamptz NOT NULL
);

-- What a reviewer corrected with a decision, beside what the member had typed.
CREATE TABLE fact_corrections (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  decision_id bigint NOT NULL REFERENCES decisions,
  submission_id bigint NOT NULL REFERENCES submissions,
  field text NOT NULL CHECK (field IN ('merchant_id', 'invoice_number', 'purchase_date', 'purchase_amount')),
  typed text NOT NULL,
  corrected text NOT NULL,
  UNIQUE (decision_id, field)
);
CREATE INDEX fact_corrections_submission ON fact_corrections (submission_id, id);

-- Why a manager took a decision back after its time for undoing was over. The taking back itself is in decision_undos.
CREATE TABLE reversals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  decision_id bigint NOT NULL UNIQUE REFERENCES decision_undos,
  submission_id bigint NOT NULL REFERENCES submissions,
  operator_id bigint NOT NULL REFERENCES staff,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX reversals_submission ON reversals (submission_id, id);

-- A manager's answer to an appeal.
CREATE TABLE appeal_answers (
  appeal_id bigint PRIMARY KEY REFERENCES appeals,
  operator_id bigint NOT NULL REFERENCES staff,
  outcome text NOT NULL CHECK (outcome IN ('kept', 'reopened')),
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Stamps that a manager gave or took with a reason.
CREATE TABLE stamp_adjustments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  operator_id bigint NOT NULL REFERENCES staff,
  stamps integer NOT NULL CHECK (stamps <> 0),
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Makes a repeated adjustment, as after a lost reply, one with the first.
  request_id uuid UNIQUE
);
CREATE INDEX stamp_adjustments_user ON stamp_adjustments (user_id, id);

-- What an operator asked for that takes effect when a second one confirms it.
CREATE TABLE confirmations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('approval', 'adjustment', 'reversal')),
  user_id bigint NOT NULL REFERENCES users,
  submission_id bigint REFERENCES submissions,
  asked_by bigint NOT NULL REFERENCES staff,
  asked_at timestamptz NOT NULL,
  -- By how much the member's balance changes.
  stamps integer NOT NULL,
  -- The words, corrections and outcome that were asked for; emptied when the account is deleted.
  request jsonb NOT NULL,
  -- Makes a repeated stamp adjustment one with the first.
  request_id uuid UNIQUE,
  -- `lapsed`: the member or the asker is gone. `not_countersigned`: there was nobody else, so it took effect at once.
  state text NOT NULL
    CHECK (state IN ('waiting', 'confirmed', 'declined', 'withdrawn', 'lapsed', 'not_countersigned')),
  closed_by bigint REFERENCES staff,
  closed_at timestamptz,
  -- Why it was declined.
  answer text,
  -- The decision that came of an approval or a reversal.
  decision_id bigint UNIQUE REFERENCES decisions,
  CHECK ((kind = 'adjustment') = (submission_id IS NULL))
);
CREATE UNIQUE INDEX confirmations_one_waiting ON confirmations (submission_id) WHERE state = 'waiting';
CREATE INDEX confirmations_waiting ON confirmations (id) WHERE state = 'waiting';
CREATE INDEX confirmations_submission ON confirmations (submission_id, id);
CREATE INDEX confirmations_user ON confirmations (user_id);
CREATE INDEX confirmations_asker ON confirmations (asked_by, id);
CREATE INDEX confirmations_alone ON confirmations (closed_at) WHERE state = 'not_countersigned';

-- Spot checks -----------------------------------------------------------------------------------------------------

-- Decisions drawn for a second look. The holder looks at it now.
CREATE TABLE spot_checks (
  decision_id bigint PRIMARY KEY REFERENCES decisions,
  submission_id bigint NOT NULL REFERENCES submissions,
  drawn_at timestamptz NOT NULL,
  holder_id bigint REFERENCES staff ON DELETE SET NULL,
  held_until timestamptz,
  -- It was looked at, its decision taken back, or nobody can look at it any more.
  closed_at timestamptz
);
CREATE INDEX spot_checks_open ON spot_checks (drawn_at, decision_id) WHERE closed_at IS NULL;
CREATE INDEX spot_checks_held ON spot_checks (holder_id) WHERE closed_at IS NULL AND holder_id IS NOT NULL;

-- What a second look said. It can be undone and given again: the verdict that is not undone counts.
CREATE TABLE spot_check_verdicts (
  decision_id bigint NOT NULL REFERENCES spot_checks,
  operator_id bigint NOT NULL REFERENCES staff,
  status text NOT NULL CHECK (status IN ('approved', 'rejected')),
  reason_code text,
  agrees boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Field, typed and corrected of each, as text.
  corrections jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX spot_check_verdicts_decision ON spot_check_verdicts (decision_id);
CREATE INDEX spot_check_verdicts_latest ON spot_check_verdicts (created_at DESC);
CREATE INDEX spot_check_verdicts_disagreed ON spot_check_verdicts (created_at DESC, decision_id DESC) WHERE NOT agrees;

CREATE TABLE spot_check_undos (
  verdict_id bigint PRIMARY KEY REFERENCES spot_check_verdicts,
  created_at timestamptz NOT NULL
);

-- How a manager closed a disagreement of a decision and its second look.
CREATE TABLE disagreement_settlements (
  verdict_id bigint PRIMARY KEY REFERENCES spot_check_verdicts,
  operator_id bigint NOT NULL REFERENCES staff,
  outcome text NOT NULL CHECK (outcome IN ('decision_kept', 'check_right')),
  -- Always empty: settlement_notes has the words.
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL
);
CREATE INDEX disagreement_settlements_latest ON disagreement_settlements (created_at DESC, verdict_id DESC);

-- What the manager wrote, apart from how it ended: it goes with the member's account.
CREATE TABLE settlement_notes (
  verdict_id bigint PRIMARY KEY REFERENCES disagreement_settlements,
  note text NOT NULL
);
