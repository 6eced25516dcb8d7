-- What members browse ---------------------------------------------------------------------------------------------

-- No two categories have one name, however its letters are written.
CREATE TABLE categories (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX categories_name ON categories (lower(name));

-- Columns that end with `_ms` have Malay texts. NULL: none; members then see the English text.
CREATE TABLE merchants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  -- The form in which names are searched and ordered, the same whatever the locale of the database.
  name_key text COLLATE "C" NOT NULL,
  slug text NOT NULL UNIQUE,
  category_id bigint NOT NULL REFERENCES categories,
  address text NOT NULL,
  contact_number text NOT NULL,
  logo_key text,
  logo_placeholder text,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- What it asks of receipts; null asks for nothing.
  minimum_spend_sen bigint CHECK (minimum_spend_sen BETWEEN 1 AND 99999999),
  receipts_per_day integer CHECK (receipts_per_day BETWEEN 1 AND 100),
  -- One or more lines. NULL: none are known.
  opening_hours text,
  description text,
  description_ms text,
  opening_hours_ms text,
  -- Further names that its receipts print: a legal or former name, or that of a branch. Empty: none.
  further_names text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX merchants_order ON merchants (name_key, id);
CREATE INDEX merchants_category ON merchants (category_id, name_key, id);
CREATE INDEX merchants_search ON merchants USING gin (name_key gin_trgm_ops);

CREATE TABLE announcements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  content text NOT NULL,
  image_key text,
  image_placeholder text,
  -- Null is a draft: nobody sees it.
  published_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- When members stop seeing it; null is never.
  ends_at timestamptz,
  title_ms text,
  content_ms text,
  CHECK (ends_at > published_at)
);
CREATE INDEX announcements_order ON announcements (published_at DESC, id DESC);

CREATE TABLE deals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  title text NOT NULL,
  description text NOT NULL,
  image_key text,
  image_placeholder text,
  start_date date NOT NULL,
  end_date date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  title_ms text,
  description_ms text,
  CHECK (end_date >= start_date)
);
CREATE INDEX deals_order ON deals (start_date DESC, id DESC);
CREATE INDEX deals_merchant ON deals (merchant_id, end_date);

-- Groups of links. The links are a list, in their order, each with title, title_ms, address, note, note_ms, start_date
-- and end_date.
CREATE TABLE link_groups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  title_ms text,
  position integer NOT NULL CHECK (position > 0),
  links jsonb NOT NULL CHECK (jsonb_typeof(links) = 'array'),
  version integer NOT NULL DEFAULT 1
);

-- The counter -----------------------------------------------------------------------------------------------------

CREATE TABLE owner_merchants (
  owner_id bigint NOT NULL REFERENCES staff,
  merchant_id bigint NOT NULL REFERENCES merchants,
  PRIMARY KEY (owner_id, merchant_id)
);
CREATE INDEX owner_merchants_merchant ON owner_merchants (merchant_id);

-- To whom the mail about a new owner of a merchant goes: the others.
CREATE TABLE owner_notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  added_id bigint NOT NULL REFERENCES staff,
  owner_id bigint NOT NULL REFERENCES staff,
  created_at timestamptz NOT NULL
);

-- Who hands over rewards of a merchant. The PIN works on every phone of the merchant.
CREATE TABLE cashiers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  name text NOT NULL,
  name_key text NOT NULL,
  pin_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  removed_at timestamptz
);
CREATE UNIQUE INDEX cashiers_name ON cashiers (merchant_id, name_key) WHERE removed_at IS NULL;

-- A phone on which vouchers of a merchant are confirmed. Its session ends when it is removed, or after 30 days unused.
CREATE TABLE phones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  name text NOT NULL,
  enrolled_by bigint NOT NULL REFERENCES staff,
  token_hash bytea UNIQUE,
  -- For the codes that it shows without a network.
  key bytea,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  -- Who has entered the PIN, when, and when they last did something.
  cashier_id bigint REFERENCES cashiers,
  cashier_since timestamptz,
  cashier_used_at timestamptz,
  removed_at timestamptz,
  CHECK ((removed_at IS NULL) = (token_hash IS NOT NULL)),
  CHECK ((removed_at IS NULL) = (key IS NOT NULL)),
  CHECK (num_nonnulls(cashier_id, cashier_since, cashier_used_at) IN (0, 3))
);
CREATE INDEX phones_merchant ON phones (merchant_id);
CREATE INDEX phones_cashier ON phones (cashier_id) WHERE cashier_id IS NOT NULL;

-- A code that enrols one phone, within ten minutes.
CREATE TABLE phone_enrolments (
  token_hash bytea PRIMARY KEY,
  merchant_id bigint NOT NULL REFERENCES merchants,
  owner_id bigint NOT NULL REFERENCES staff,
  created_at timestamptz NOT NULL
);
CREATE INDEX phone_enrolments_owner ON phone_enrolments (owner_id);

-- Wrong PINs of a cashier on a phone, since the last right one or the last lock.
CREATE TABLE wrong_pins (
  phone_id bigint NOT NULL REFERENCES phones,
  cashier_id bigint NOT NULL REFERENCES cashiers,
  tries integer NOT NULL,
  locked_until timestamptz,
  PRIMARY KEY (phone_id, cashier_id)
);

-- Conflicts of interest -------------------------------------------------------------------------------------------

-- The merchants that an operator belongs to.
CREATE TABLE operator_merchants (
  operator_id bigint NOT NULL REFERENCES staff ON DELETE CASCADE,
  merchant_id bigint NOT NULL REFERENCES merchants ON DELETE CASCADE,
  PRIMARY KEY (operator_id, merchant_id)
);

-- The addresses of a merchant's own people: their receipts from there are looked at twice.
CREATE TABLE merchant_people (
  merchant_id bigint NOT NULL REFERENCES merchants ON DELETE CASCADE,
  email text NOT NULL,
  email_key text NOT NULL,
  PRIMARY KEY (merchant_id, email_key)
);
CREATE INDEX merchant_people_key ON merchant_people (email_key);

-- Who is who, by address: the keys of the addresses of operators, members, and the owners and people of merchants. An
-- operator also has those of the member accounts that were theirs before an address changed. A removed operator who is
-- added again is a new row with the same address.
CREATE VIEW known_addresses AS
  SELECT 'operator' AS kind, id, email_key FROM operators
  UNION ALL SELECT 'operator', operator_id, email_key FROM operator_addresses
  UNION ALL SELECT 'operator', o.id, u.email_key FROM own_account_links l JOIN users u ON u.id = l.user_id
    JOIN operators p ON p.id = l.operator_id JOIN operators o ON o.email_key = p.email_key
  UNION ALL SELECT 'member', id, email_key FROM users
  UNION ALL SELECT 'merchant', merchant_id, email_key FROM merchant_people
  UNION ALL SELECT 'merchant', w.merchant_id, o.email_key FROM owner_merchants w JOIN owners o ON o.id = w.owner_id
    WHERE o.removed_at IS NULL
  UNION ALL SELECT 'owner', id, email_key FROM owners WHERE removed_at IS NULL;

-- Which of them belong together. Every rule about conflicts of interest reads this.
CREATE VIEW ties AS
  SELECT a.kind, a.id, b.kind AS with_kind, b.id AS with_id
  FROM known_addresses a JOIN known_addresses b ON b.email_key = a.email_key
  UNION ALL SELECT 'operator', operator_id, 'merchant', merchant_id FROM operator_merchants;

-- The member accounts of each operator.
CREATE VIEW own_accounts AS
  SELECT id AS operator_id, with_id AS user_id FROM ties WHERE kind = 'operator' AND with_kind = 'member';
