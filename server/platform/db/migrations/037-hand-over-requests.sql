-- Makes a repeated hand-over one with the first. Null: recorded before requests had an id.
ALTER TABLE voucher_events
  ADD COLUMN request_id uuid,
  ADD CONSTRAINT voucher_events_request CHECK (request_id IS NULL OR kind = 'used');
CREATE UNIQUE INDEX voucher_events_one_request ON voucher_events (request_id) WHERE request_id IS NOT NULL;
