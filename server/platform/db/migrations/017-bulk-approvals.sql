-- Decisions made in Approve many, and when their batch was done: the time for undoing counts from then.
CREATE TABLE bulk_approvals (
  decision_id bigint PRIMARY KEY REFERENCES decisions,
  batch_ended_at timestamptz NOT NULL
);
CREATE TRIGGER bulk_approvals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bulk_approvals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
