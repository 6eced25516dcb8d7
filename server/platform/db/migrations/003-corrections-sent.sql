-- The rejected receipt of the same member that a receipt was sent to correct.
ALTER TABLE submissions ADD COLUMN corrects bigint REFERENCES submissions;
CREATE INDEX submissions_corrects ON submissions (corrects) WHERE corrects IS NOT NULL;
