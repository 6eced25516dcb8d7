-- What the scheme's own desk hands out is owed to nobody.
UPDATE rewards SET owed_sen = 0 WHERE merchant_id IS NULL;
ALTER TABLE rewards ADD CONSTRAINT rewards_owed_to_merchant CHECK (merchant_id IS NOT NULL OR owed_sen = 0);
