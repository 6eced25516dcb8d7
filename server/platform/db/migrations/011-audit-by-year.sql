-- The audit log in one partition a year (UTC), so that vacuuming, dumping and detaching handle a year, not all of it.
-- What there was becomes the first partition, as it is. There is no DEFAULT partition: without one PostgreSQL reads
-- the newest partition first and stops when a page is full. The last partition has no end, so every entry has a place.
-- A later release splits the last one while it is empty.

-- A unique key of a partitioned table contains the time, which audit_values does not have. Both only grow, and an entry
-- and its values are written by one statement.
ALTER TABLE audit_values DROP CONSTRAINT audit_values_entry_id_fkey;

ALTER TABLE audit_entries RENAME TO audit_entries_first;
ALTER TABLE audit_entries_first DROP CONSTRAINT audit_entries_pkey;
ALTER TABLE audit_entries_first
  RENAME CONSTRAINT audit_entries_operator_id_fkey TO audit_entries_first_operator_id_fkey;
ALTER TABLE audit_entries_first RENAME CONSTRAINT audit_entries_owner_id_fkey TO audit_entries_first_owner_id_fkey;
ALTER INDEX audit_entries_order RENAME TO audit_entries_first_order;
ALTER INDEX audit_entries_operator RENAME TO audit_entries_first_operator;
ALTER INDEX audit_entries_owner RENAME TO audit_entries_first_owner;
ALTER INDEX audit_entries_group RENAME TO audit_entries_first_group;
ALTER INDEX audit_entries_subject RENAME TO audit_entries_first_subject;
ALTER SEQUENCE audit_entries_id_seq RENAME TO audit_entries_first_id_seq;

CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY,
  operator_id bigint REFERENCES staff,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id bigint NOT NULL,
  changed_fields text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  action_group text GENERATED ALWAYS AS (split_part(action, '.', 1)) STORED,
  owner_id bigint REFERENCES staff,
  PRIMARY KEY (id, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX audit_entries_order ON audit_entries (created_at DESC, id DESC);
CREATE INDEX audit_entries_operator ON audit_entries (operator_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_owner ON audit_entries (owner_id, created_at DESC, id DESC) WHERE owner_id IS NOT NULL;
CREATE INDEX audit_entries_group ON audit_entries (action_group, created_at DESC, id DESC);
CREATE INDEX audit_entries_subject ON audit_entries (subject_kind, subject_id, id DESC);

SELECT setval('audit_entries_id_seq', last_value, is_called) FROM audit_entries_first_id_seq;
ALTER TABLE audit_entries_first ALTER COLUMN id DROP IDENTITY;

DO $$
DECLARE
  -- The old entries end with the year of the newest one.
  first_year CONSTANT integer := (SELECT greatest(2026, extract(year FROM max(created_at) AT TIME ZONE 'UTC')) + 1
    FROM audit_entries_first);
  last_year CONSTANT integer := greatest(2031, first_year);
  partition text;
  other text;
BEGIN
  EXECUTE format('ALTER TABLE audit_entries ATTACH PARTITION audit_entries_first
    FOR VALUES FROM (MINVALUE) TO (%L)', first_year || '-01-01 00:00+00');
  FOR year IN first_year .. last_year LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF audit_entries FOR VALUES FROM (%L) TO (%L)',
      'audit_entries_' || year, year || '-01-01 00:00+00', year + 1 || '-01-01 00:00+00');
  END LOOP;
  EXECUTE format('CREATE TABLE audit_entries_later PARTITION OF audit_entries FOR VALUES FROM (%L) TO (MAXVALUE)',
    last_year + 1 || '-01-01 00:00+00');
  -- Partitions do not inherit a trigger for statements; the first one has its own.
  FOR partition IN SELECT relid::regclass FROM pg_partition_tree('audit_entries')
    WHERE relid <> 'audit_entries_first'::regclass
  LOOP
    EXECUTE format('CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', partition);
  END LOOP;
  -- A replica of the release before goes on writing while the next one starts.
  FOR other IN SELECT DISTINCT g.grantee::regrole FROM pg_class c, aclexplode(c.relacl) g
    WHERE c.oid = 'audit_entries_first'::regclass AND g.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT SELECT, INSERT ON audit_entries TO %s', other);
  END LOOP;
END
$$;
