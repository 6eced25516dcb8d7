-- Mails that were refused for good or tried in vain: what they were about and why, never a word or an address of them.
CREATE TABLE mail_failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  -- What the mail is about, as its job names it.
  subject_id bigint NOT NULL,
  refusal text NOT NULL,
  tries integer NOT NULL,
  failed_at timestamptz NOT NULL,
  UNIQUE (kind, subject_id)
);
CREATE INDEX mail_failures_latest ON mail_failures (failed_at DESC, id DESC);

-- Decided receipts whose pictures are still there, the longest decided first: they go after their time.
CREATE INDEX submissions_pictured ON submissions (decided_at) WHERE status <> 'pending' AND picture_key IS NOT NULL;
