-- What members ask. A case is about one thing at most, and a member has at most one case about it that is not closed.
CREATE TABLE cases (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  subject text NOT NULL CHECK (subject IN ('receipt', 'reward', 'shop', 'account', 'data')),
  submission_id bigint REFERENCES submissions CHECK (submission_id IS NULL OR subject = 'receipt'),
  voucher_id bigint REFERENCES vouchers CHECK (voucher_id IS NULL OR subject = 'reward'),
  reward_id bigint REFERENCES rewards CHECK (reward_id IS NULL OR subject = 'reward'),
  merchant_id bigint REFERENCES merchants CHECK (merchant_id IS NULL OR subject = 'shop'),
  state text NOT NULL CHECK (state IN ('open', 'answered', 'reopened', 'closed')),
  -- The manager who takes care of it.
  operator_id bigint REFERENCES staff,
  created_at timestamptz NOT NULL,
  -- When the last message was written.
  updated_at timestamptz NOT NULL,
  -- Since when the member waits for an answer.
  waiting_since timestamptz,
  version integer NOT NULL DEFAULT 1,
  CHECK (num_nonnulls(submission_id, voucher_id, reward_id, merchant_id) <= 1),
  CHECK ((waiting_since IS NOT NULL) = (state IN ('open', 'reopened')))
);
CREATE UNIQUE INDEX cases_one_open ON cases (user_id, subject, coalesce(submission_id, 0), coalesce(voucher_id, 0),
  coalesce(reward_id, 0), coalesce(merchant_id, 0)) WHERE state <> 'closed';
CREATE INDEX cases_of_member ON cases (user_id, updated_at DESC, id DESC);
CREATE INDEX cases_waiting ON cases (waiting_since, id) WHERE waiting_since IS NOT NULL;
-- The limits of cases read the newest of a member, and those that wait.
CREATE INDEX cases_newest ON cases (user_id, created_at DESC);
CREATE INDEX cases_waiting_of_member ON cases (user_id) WHERE waiting_since IS NOT NULL;

-- By the member, or an answer by an operator.
CREATE TABLE case_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id bigint NOT NULL REFERENCES cases,
  user_id bigint REFERENCES users,
  operator_id bigint REFERENCES staff,
  -- Empty after the account was deleted.
  message text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Of an answer: since when the member had waited, if they did.
  waited_since timestamptz CHECK (waited_since IS NULL OR operator_id IS NOT NULL),
  idempotency_key text NOT NULL,
  CHECK (num_nonnulls(user_id, operator_id) = 1)
);
CREATE INDEX case_messages_of_case ON case_messages (case_id, id);
CREATE UNIQUE INDEX case_messages_of_member ON case_messages (user_id, idempotency_key) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX case_messages_of_operator ON case_messages (operator_id, idempotency_key)
  WHERE operator_id IS NOT NULL;
CREATE INDEX case_messages_answers ON case_messages (created_at) WHERE waited_since IS NOT NULL;

-- Texts that managers keep for their answers.
CREATE TABLE canned_answers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  -- Null: of use for every subject.
  subject text CHECK (subject IN ('receipt', 'reward', 'shop', 'account', 'data')),
  text text NOT NULL,
  text_ms text,
  version integer NOT NULL DEFAULT 1
);
