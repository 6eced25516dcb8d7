-- A member's search and the sums of their months find all that they ask for in the index of the list.
DROP INDEX submissions_own;
CREATE INDEX submissions_own ON submissions (user_id, created_at DESC, id DESC) INCLUDE (merchant_id, amount_sen, status, stamps);
-- The limit of cases reads the newest of a member.
CREATE INDEX cases_newest ON cases (user_id, created_at DESC);
