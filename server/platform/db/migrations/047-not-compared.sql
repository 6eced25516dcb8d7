-- Two receipts whose pictures are similar and whose facts differ, until their photos are compared. NULL: they are compared, or need not be.
ALTER TABLE receipt_duplicates ADD COLUMN not_compared boolean;
