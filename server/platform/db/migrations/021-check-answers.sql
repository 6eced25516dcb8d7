-- A second look may correct facts, and can be undone and given again: one that is not undone counts.
ALTER TABLE spot_check_verdicts DROP CONSTRAINT spot_check_verdicts_pkey;
ALTER TABLE spot_check_verdicts ALTER COLUMN decision_id SET NOT NULL;
ALTER TABLE spot_check_verdicts ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
-- Field, typed and corrected of each, as text.
ALTER TABLE spot_check_verdicts ADD COLUMN corrections jsonb NOT NULL DEFAULT '[]';
CREATE INDEX spot_check_verdicts_decision ON spot_check_verdicts (decision_id);
CREATE TABLE spot_check_undos (
  verdict_id bigint PRIMARY KEY REFERENCES spot_check_verdicts,
  created_at timestamptz NOT NULL
);
CREATE TRIGGER spot_check_undos_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON spot_check_undos
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- How a manager closed what a decision and its second look disagreed about.
CREATE TABLE disagreement_settlements (
  verdict_id bigint PRIMARY KEY REFERENCES spot_check_verdicts,
  operator_id bigint NOT NULL REFERENCES operators,
  outcome text NOT NULL CHECK (outcome IN ('decision_kept', 'check_right')),
  note text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX disagreement_settlements_latest ON disagreement_settlements (created_at DESC, verdict_id DESC);
CREATE TRIGGER disagreement_settlements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON disagreement_settlements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
