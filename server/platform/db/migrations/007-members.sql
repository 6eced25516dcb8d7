-- A correction that is sent twice, as after a lost reply, is entered once.
ALTER TABLE stamp_corrections ADD COLUMN request_id uuid UNIQUE;

-- Members are found by a part of their name or address, and listed the newest first.
CREATE INDEX users_name_search ON users USING gin (lower(name) gin_trgm_ops);
CREATE INDEX users_email_search ON users USING gin (lower(email) gin_trgm_ops);

-- The console's list of submissions, the newest first, narrowed in different ways (D-52).
CREATE INDEX submissions_latest ON submissions (created_at DESC, id DESC);
CREATE INDEX submissions_status_latest ON submissions (status, created_at DESC, id DESC);
CREATE INDEX submissions_merchant_latest ON submissions (merchant_id, created_at DESC, id DESC);
CREATE INDEX submissions_invoice_key ON submissions (invoice_key, created_at DESC, id DESC);
CREATE INDEX submissions_purchase_date ON submissions (purchase_date, created_at DESC, id DESC);
CREATE INDEX submissions_amount ON submissions (amount_sen, created_at DESC, id DESC);
