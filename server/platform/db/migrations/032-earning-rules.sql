-- How many stamps a receipt earns: the rule with the latest start before the receipt was sent. Managers add rules that start
-- later; the first one comes from the settings. Every approval names the rule it used; approvals before this migration do not.
CREATE TABLE earning_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sen_per_stamp integer NOT NULL CHECK (sen_per_stamp > 0),
  min_stamps integer NOT NULL CHECK (min_stamps >= 0),
  max_stamps integer NOT NULL CHECK (max_stamps >= min_stamps AND max_stamps > 0),
  starts_at timestamptz NOT NULL UNIQUE,
  -- Null: from the settings.
  operator_id bigint REFERENCES operators,
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

ALTER TABLE decisions ADD COLUMN earning_rule_id bigint REFERENCES earning_rules;

-- Recent approvals can still be undone, so their stamps cannot be spent yet.
CREATE INDEX ledger_entries_approvals ON ledger_entries (user_id, created_at) WHERE kind = 'approval';
