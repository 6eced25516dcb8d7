-- Managers list vouchers by state. Most are ready or used and easily found; the others get an index, which claims and
-- hand-overs do not touch.
CREATE INDEX vouchers_ended ON vouchers (state, id DESC) WHERE state IN ('returned', 'expired', 'voided');

-- What was claimed before the scheme's own desk owed nothing is owed to nobody either.
UPDATE vouchers SET owed_sen = 0 WHERE merchant_id IS NULL AND owed_sen > 0;
ALTER TABLE vouchers ADD CONSTRAINT vouchers_owed_to_merchant CHECK (merchant_id IS NOT NULL OR owed_sen = 0);
