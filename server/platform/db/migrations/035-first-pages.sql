-- The first page of a member's stamps and vouchers reads as many rows as it shows, however many there are.
CREATE INDEX ledger_entries_newest ON ledger_entries (user_id, id DESC) INCLUDE (stamps);
DROP INDEX ledger_entries_user;
CREATE INDEX vouchers_user_state ON vouchers (user_id, state, id DESC);
-- The counts of a reward's vouchers need nothing but the index.
DROP INDEX vouchers_reward;
CREATE INDEX vouchers_reward ON vouchers (reward_id, user_id, claimed_at) INCLUDE (state, stamps, expires_at)
  WHERE state IN ('ready', 'used');
