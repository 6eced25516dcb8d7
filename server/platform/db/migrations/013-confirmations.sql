-- Who added an operator or gave them a role, and when; without `granted_by` it was the command line.
CREATE TABLE operator_grants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operators,
  role text NOT NULL,
  -- The role they had before; null where they were added.
  previous_role text,
  granted_by bigint REFERENCES operators,
  created_at timestamptz NOT NULL
);
CREATE INDEX operator_grants_operator ON operator_grants (operator_id, created_at);
CREATE TRIGGER operator_grants_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_grants
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- The audit log knows who granted what until now. A changed role was the other one before.
INSERT INTO operator_grants (operator_id, role, previous_role, granted_by, created_at)
SELECT o.id, o.role,
  CASE WHEN e.action = 'operator.role_changed' THEN CASE o.role WHEN 'manager' THEN 'reviewer' ELSE 'manager' END END,
  e.operator_id, e.created_at
FROM audit_entries e JOIN operators o ON o.id = e.subject_id
WHERE e.subject_kind = 'operator' AND e.action IN ('operator.added', 'operator.role_changed')
ORDER BY e.created_at, e.id;

-- What an operator asked for that takes effect when a second one confirms it.
CREATE TABLE confirmations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('approval', 'adjustment', 'reversal')),
  user_id bigint NOT NULL REFERENCES users,
  submission_id bigint REFERENCES submissions,
  asked_by bigint NOT NULL REFERENCES operators,
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
  closed_by bigint REFERENCES operators,
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
