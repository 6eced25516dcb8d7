-- What operators and owners did. The log is read newest first: whole, of one person, of one kind of action, or about
-- one subject. It holds no personal value.
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint REFERENCES staff,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id bigint NOT NULL,
  changed_fields text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  action_group text GENERATED ALWAYS AS (split_part(action, '.', 1)) STORED,
  owner_id bigint REFERENCES staff
);
CREATE INDEX audit_entries_order ON audit_entries (created_at DESC, id DESC);
CREATE INDEX audit_entries_operator ON audit_entries (operator_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_owner ON audit_entries (owner_id, created_at DESC, id DESC) WHERE owner_id IS NOT NULL;
CREATE INDEX audit_entries_group ON audit_entries (action_group, created_at DESC, id DESC);
CREATE INDEX audit_entries_subject ON audit_entries (subject_kind, subject_id, id DESC);

-- The values of changed fields before and after. Apart from the log, because an erasure may delete them.
CREATE TABLE audit_values (
  entry_id bigint PRIMARY KEY REFERENCES audit_entries,
  changes jsonb NOT NULL
);
CREATE TRIGGER audit_values_append_only BEFORE UPDATE OR TRUNCATE ON audit_values
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Mails that were refused for good or tried in vain: what they were about and why, never a word or an address of them.
CREATE TABLE failed_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  -- What the mail is about, as its job names it.
  subject_id bigint NOT NULL,
  reason text NOT NULL,
  tries integer NOT NULL,
  failed_at timestamptz NOT NULL,
  UNIQUE (kind, subject_id)
);
CREATE INDEX failed_mails_latest ON failed_mails (failed_at DESC, id DESC);

-- A window begins with its first hit and ends at expires_at.
CREATE TABLE rate_counters (
  key text PRIMARY KEY,
  hits integer NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX rate_counters_expiry ON rate_counters (expires_at);

-- Pictures that were uploaded in the console and that nothing shows yet.
CREATE TABLE uploaded_pictures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  storage_key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('logo', 'cover')),
  placeholder text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX uploaded_pictures_age ON uploaded_pictures (created_at);

-- Files that no row names any more and that are still to be removed from the store.
CREATE TABLE discarded_files (
  storage_key text PRIMARY KEY,
  discarded_at timestamptz NOT NULL DEFAULT now()
);

-- Tables that only grow: their rows are never changed or deleted, not even by the role that owns the tables.
DO $$
DECLARE
  growing text;
BEGIN
  FOREACH growing IN ARRAY ARRAY[
    'operator_grants', 'filled_in_facts', 'decisions', 'decision_undos', 'bulk_approvals', 'fact_corrections',
    'reversals', 'appeal_answers', 'stamp_adjustments', 'spot_check_verdicts', 'spot_check_undos',
    'disagreement_settlements', 'voucher_events', 'late_hand_overs', 'ledger_entries', 'settlement_adjustments',
    'statement_lines', 'audit_entries']
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', growing || '_append_only', growing);
  END LOOP;
END
$$;
