-- A member may withdraw a pending receipt. It stays for operators, and the same receipt may be sent again.

ALTER TABLE submissions ADD COLUMN withdrawn_at timestamptz,
  DROP CONSTRAINT submissions_status_check,
  ADD CONSTRAINT submissions_status_check CHECK (status IN ('pending', 'approved', 'rejected', 'withdrawn')),
  ADD CONSTRAINT submissions_withdrawn_check CHECK ((status = 'withdrawn') = (withdrawn_at IS NOT NULL));

DROP INDEX submissions_sent_once;
CREATE UNIQUE INDEX submissions_sent_once ON submissions (user_id, merchant_id, invoice_key, purchase_date)
  WHERE status NOT IN ('rejected', 'withdrawn');

DROP INDEX submissions_pictured;
CREATE INDEX submissions_pictured ON submissions (coalesce(decided_at, withdrawn_at))
  WHERE status <> 'pending' AND picture_key IS NOT NULL;

CREATE INDEX submissions_withdrawn ON submissions (user_id, withdrawn_at) WHERE status = 'withdrawn';
