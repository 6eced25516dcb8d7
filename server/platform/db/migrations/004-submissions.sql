CREATE TABLE submissions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  merchant_id bigint NOT NULL REFERENCES merchants,
  -- A withdrawn receipt stays for operators, and the same receipt may be sent again.
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'withdrawn')),
  purchase_date date NOT NULL,
  amount_sen bigint NOT NULL CHECK (amount_sen BETWEEN 0 AND 99999999),
  invoice_no text NOT NULL,
  invoice_key text NOT NULL,
  file_sha256 bytea NOT NULL,
  -- The pictures of a deleted account, and old ones, are gone; what was decided on them stays.
  original_key text,
  picture_key text,
  thumb_key text,
  placeholder text,
  picture_width integer NOT NULL,
  picture_height integer NOT NULL,
  rejection_reason text,
  admin_notes text,
  stamps integer NOT NULL DEFAULT 0,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The rejected receipt of the same member that this one was sent to correct.
  corrects bigint REFERENCES submissions,
  -- Whether a reviewer escalated it to the managers: the queue is read in its order, for managers with these first.
  escalated boolean NOT NULL DEFAULT false,
  -- Since when it waits, if a manager took its decision back; null for all others.
  reopened_at timestamptz,
  withdrawn_at timestamptz,
  CONSTRAINT submissions_picture_whole CHECK (num_nulls(original_key, picture_key, thumb_key, placeholder) IN (0, 4)),
  CONSTRAINT submissions_withdrawn_check CHECK ((status = 'withdrawn') = (withdrawn_at IS NOT NULL))
);
-- An index is read without its table only where rows were vacuumed, and the newest rows are asked for.
ALTER TABLE submissions SET (autovacuum_vacuum_insert_scale_factor = 0.002, autovacuum_vacuum_scale_factor = 0.005);

-- One receipt earns once: a member sends it once unless it was rejected or withdrawn, and only one is ever approved.
CREATE UNIQUE INDEX submissions_sent_once ON submissions (user_id, merchant_id, invoice_key, purchase_date)
  WHERE status NOT IN ('rejected', 'withdrawn');
CREATE UNIQUE INDEX submissions_approved_once ON submissions (merchant_id, invoice_key, purchase_date)
  WHERE status = 'approved';

-- A member's search and the sums of their months find all that they ask for in the index of the list.
CREATE INDEX submissions_own ON submissions (user_id, created_at DESC, id DESC)
  INCLUDE (merchant_id, amount_sen, status, stamps);
CREATE INDEX submissions_own_status ON submissions (user_id, status, created_at DESC, id DESC);
CREATE INDEX submissions_withdrawn ON submissions (user_id, withdrawn_at) WHERE status = 'withdrawn';
CREATE INDEX submissions_corrects ON submissions (corrects) WHERE corrects IS NOT NULL;

-- The count of the queue finds all it asks of a waiting receipt in the index.
CREATE INDEX submissions_waiting ON submissions (escalated DESC, id) INCLUDE (merchant_id, user_id)
  WHERE status = 'pending';
-- The oldest receipt that waits is the first of this index.
CREATE INDEX submissions_waiting_since ON submissions (coalesce(reopened_at, created_at)) WHERE status = 'pending';
CREATE INDEX submissions_decided ON submissions (decided_at);
-- Closed receipts whose pictures are still there, the oldest first: the pictures go after their time.
CREATE INDEX submissions_pictured ON submissions (coalesce(decided_at, withdrawn_at))
  WHERE status <> 'pending' AND picture_key IS NOT NULL;

-- Look-alikes, at one merchant and across all. Some tills count from 1 every day, and have an invoice number a thousand
-- times: the latest receipts are asked for.
CREATE INDEX submissions_file ON submissions (file_sha256);
CREATE INDEX submissions_invoice ON submissions (merchant_id, invoice_key, id DESC);
CREATE INDEX submissions_same_purchase ON submissions (invoice_key, purchase_date, amount_sen);
-- What receipts of a merchant usually amount to.
CREATE INDEX submissions_merchant_approved ON submissions (merchant_id, id DESC) INCLUDE (amount_sen)
  WHERE status = 'approved';

-- The console's list, the newest first, narrowed in different ways.
CREATE INDEX submissions_latest ON submissions (created_at DESC, id DESC);
CREATE INDEX submissions_status_latest ON submissions (status, created_at DESC, id DESC);
CREATE INDEX submissions_merchant_latest ON submissions (merchant_id, created_at DESC, id DESC);
CREATE INDEX submissions_invoice_key ON submissions (invoice_key, created_at DESC, id DESC);
CREATE INDEX submissions_purchase_date ON submissions (purchase_date, created_at DESC, id DESC);
CREATE INDEX submissions_amount ON submissions (amount_sen, created_at DESC, id DESC);

CREATE TABLE idempotency_keys (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  submission_id bigint REFERENCES submissions,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- A member's objection to a rejection, once a submission.
CREATE TABLE appeals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id bigint NOT NULL UNIQUE REFERENCES submissions,
  message text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Whether it waits for its answer.
  is_open boolean NOT NULL DEFAULT true
);
CREATE INDEX appeals_open ON appeals (id) WHERE is_open;

-- OCR -------------------------------------------------------------------------------------------------------------

-- What the server read off the picture of a receipt. It never decides, and goes with the picture.
CREATE TABLE receipt_ocr (
  submission_id bigint PRIMARY KEY REFERENCES submissions,
  -- Which release of the reader it was, so that results of an older one are not taken over.
  ocr_version integer NOT NULL,
  -- Null where the picture could not be read. Not jsonb, which would reject some of the letters that may be read.
  result json,
  -- By which numbers look-alikes are known, for as long as they are searched.
  numbers text[] NOT NULL,
  -- The facts as they are typed against it, written again when they are corrected.
  comparison json,
  matches boolean NOT NULL,
  read_at timestamptz NOT NULL,
  -- What another engine read on the picture of a receipt with filled-in facts. NULL: not read a second time.
  second_reading json
);
CREATE INDEX receipt_ocr_numbered ON receipt_ocr (read_at) WHERE numbers <> '{}';

-- By which of them a receipt is found again at its merchant.
CREATE TABLE receipt_numbers (
  merchant_id bigint NOT NULL REFERENCES merchants,
  number text COLLATE "C" NOT NULL,
  submission_id bigint NOT NULL REFERENCES submissions,
  PRIMARY KEY (merchant_id, number, submission_id)
);
CREATE INDEX receipt_numbers_submission ON receipt_numbers (submission_id);
CREATE INDEX receipt_numbers_anywhere ON receipt_numbers (number, submission_id DESC);

-- Receipts whose pictures show the same paper: a receipt that was read, and an earlier one.
CREATE TABLE receipt_duplicates (
  submission_id bigint NOT NULL REFERENCES submissions,
  duplicate_id bigint NOT NULL REFERENCES submissions,
  found_by text NOT NULL DEFAULT 'numbers' CHECK (found_by IN ('numbers', 'picture')),
  -- The pictures are similar and the facts differ: true until the photos are compared. NULL: they are, or need not be.
  not_compared boolean,
  PRIMARY KEY (submission_id, duplicate_id)
);
CREATE INDEX receipt_duplicates_other ON receipt_duplicates (duplicate_id, submission_id);

-- The fingerprint of a receipt's picture: its landmarks, for as long as look-alikes are searched. Old ones have none.
CREATE TABLE picture_landmarks (
  submission_id bigint PRIMARY KEY REFERENCES submissions,
  landmarks bytea NOT NULL,
  made_at timestamptz NOT NULL,
  -- How often the fingerprint failed, as on a busy machine; zero where it was made.
  failed_tries smallint NOT NULL DEFAULT 0
);
CREATE INDEX picture_landmarks_age ON picture_landmarks (made_at);

-- The codes of those landmarks, by which other pictures of the same receipt are found.
CREATE TABLE picture_codes (
  code integer NOT NULL,
  submission_id bigint NOT NULL REFERENCES submissions,
  PRIMARY KEY (code, submission_id)
);
CREATE INDEX picture_codes_submission ON picture_codes (submission_id);

-- What stays of an approved receipt of a deleted account while it could be sent again: keyed hashes of the numbers on
-- it and of the codes of its picture.
CREATE TABLE deleted_receipts (
  submission_id bigint PRIMARY KEY REFERENCES submissions,
  number_hashes bytea[] NOT NULL,
  code_hashes bytea[] NOT NULL
);
CREATE INDEX deleted_receipts_numbers ON deleted_receipts USING gin (number_hashes);
CREATE INDEX deleted_receipts_codes ON deleted_receipts USING gin (code_hashes);

-- What was read off the picture that a member is about to send: the last one of each, for an hour.
CREATE TABLE ocr_previews (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  file_sha256 bytea NOT NULL,
  ocr_version integer NOT NULL,
  result json NOT NULL,
  read_at timestamptz NOT NULL
);
CREATE INDEX ocr_previews_age ON ocr_previews (read_at);

-- Every value that a member was offered for a picture, until no receipt of that time can be sent any more.
CREATE TABLE offered_facts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  file_sha256 bytea NOT NULL,
  fact text NOT NULL CHECK (fact IN ('merchant', 'purchase_amount', 'purchase_date', 'invoice_number')),
  -- The merchant's id, the amount in sen, the day, or the invoice number without leading zeros.
  value text COLLATE "C" NOT NULL,
  offered_at timestamptz NOT NULL,
  UNIQUE (user_id, fact, value, file_sha256)
);
CREATE INDEX offered_facts_file ON offered_facts (file_sha256);
CREATE INDEX offered_facts_age ON offered_facts (offered_at);

-- The facts of a submission that its member was offered before, with the value that was sent.
CREATE TABLE filled_in_facts (
  submission_id bigint NOT NULL REFERENCES submissions,
  fact text NOT NULL CHECK (fact IN ('merchant', 'purchase_amount', 'purchase_date', 'invoice_number')),
  value text COLLATE "C" NOT NULL,
  PRIMARY KEY (submission_id, fact)
);
