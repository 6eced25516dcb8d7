-- The list of submissions is filtered by the operator who decided.
CREATE INDEX decisions_operator ON decisions (operator_id, submission_id);
