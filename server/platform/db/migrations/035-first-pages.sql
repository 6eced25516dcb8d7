-- The first page of a member's stamps and vouchers reads as many rows as it shows, however many there are.
CREATE INDEX ledger_entries_newest ON ledger_entries (user_id, id DESC) INCLUDE (stamps);
DROP INDEX ledger_entries_user;
CREATE INDEX vouchers_user_state ON vouchers (user_id, state, id DESC);
