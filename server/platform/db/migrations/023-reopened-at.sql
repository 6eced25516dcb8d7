-- Since when a receipt waits whose decision a manager took back; null for all others.
ALTER TABLE submissions ADD COLUMN reopened_at timestamptz;
UPDATE submissions s SET reopened_at = back.created_at
FROM (
  SELECT submission_id, max(created_at) AS created_at FROM (
    SELECT a.submission_id, r.created_at FROM appeals a JOIN appeal_answers r ON r.appeal_id = a.id
    WHERE r.outcome = 'reopened'
    UNION ALL
    SELECT submission_id, created_at FROM reversals WHERE status = 'pending') reopenings
  GROUP BY submission_id) back
WHERE s.id = back.submission_id;
-- The oldest receipt that waits is the first of this index.
CREATE INDEX submissions_waiting_since ON submissions (coalesce(reopened_at, created_at)) WHERE status = 'pending';
