-- Member accounts that had an operator's address when one of the two gave it up: a new address must not end a conflict of interest.
CREATE TABLE own_account_links (
  operator_id bigint NOT NULL REFERENCES operators,
  user_id bigint NOT NULL REFERENCES users,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (operator_id, user_id)
);
CREATE INDEX own_account_links_user ON own_account_links (user_id);

-- The member accounts of each operator. A removed operator who is added again is a new row with the same sign-in address.
CREATE VIEW own_accounts AS
  SELECT o.id AS operator_id, u.id AS user_id FROM operators o JOIN users u ON u.email_key = o.email_key
  UNION ALL
  SELECT a.operator_id, u.id FROM operator_addresses a JOIN users u ON u.email_key = a.email_key
  UNION ALL
  SELECT o.id, l.user_id FROM own_account_links l
    JOIN operators p ON p.id = l.operator_id JOIN operators o ON o.email_key = p.email_key;
