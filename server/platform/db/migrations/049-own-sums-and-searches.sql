-- A member's search and the sums of their months find all that they ask for in the index of the list.
DROP INDEX submissions_own;
CREATE INDEX submissions_own ON submissions (user_id, created_at DESC, id DESC) INCLUDE (merchant_id, amount_sen, status, stamps);
-- The limits of cases read the newest of a member, and those that wait.
CREATE INDEX cases_newest ON cases (user_id, created_at DESC);
CREATE INDEX cases_waiting_of_member ON cases (user_id) WHERE waiting_since IS NOT NULL;
