-- The count of the queue finds all it asks of a waiting receipt in the index,
DROP INDEX submissions_waiting;
CREATE INDEX submissions_waiting ON submissions (handed_on DESC, id) INCLUDE (merchant_id, user_id) WHERE status = 'pending';
-- and looks at a row itself only where it was written since the last vacuum, which is therefore never long ago.
ALTER TABLE submissions SET (autovacuum_vacuum_insert_scale_factor = 0.002, autovacuum_vacuum_scale_factor = 0.005);
