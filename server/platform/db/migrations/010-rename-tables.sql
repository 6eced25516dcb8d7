-- One word for one thing: a settlement is about money, and a picture is recognised by its keypoints.
ALTER TABLE disagreement_settlements RENAME TO disagreement_closures;
ALTER TABLE settlement_notes RENAME TO disagreement_notes;
ALTER TABLE picture_landmarks RENAME TO picture_fingerprints;
ALTER TABLE picture_fingerprints RENAME COLUMN landmarks TO keypoints;
ALTER TABLE picture_codes RENAME TO keypoint_codes;
ALTER TABLE deleted_receipts RENAME COLUMN code_hashes TO keypoint_code_hashes;
ALTER TABLE settlement_adjustments RENAME TO statement_adjustments;

-- Constraints (with their indexes), other indexes, sequences and triggers are named after their table.
DO $$
DECLARE
  old_name text;
  new_name text;
  change text;
BEGIN
  FOR old_name, new_name IN VALUES
    ('disagreement_settlements', 'disagreement_closures'), ('settlement_notes', 'disagreement_notes'),
    ('picture_landmarks', 'picture_fingerprints'), ('picture_codes', 'keypoint_codes'),
    ('settlement_adjustments', 'statement_adjustments')
  LOOP
    FOR change IN
      SELECT format(renames.command, renames.name, new_name || substr(renames.name, length(old_name) + 1))
      FROM (
        SELECT format('ALTER TABLE %I RENAME CONSTRAINT', new_name) || ' %I TO %I' AS command, conname::text AS name
          FROM pg_constraint WHERE conrelid = new_name::regclass
        UNION ALL SELECT format('ALTER TRIGGER %%I ON %I RENAME TO', new_name) || ' %I', tgname
          FROM pg_trigger WHERE tgrelid = new_name::regclass
        UNION ALL SELECT 'ALTER INDEX %I RENAME TO %I', c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
          WHERE i.indrelid = new_name::regclass AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = c.oid)
        UNION ALL SELECT 'ALTER SEQUENCE %I RENAME TO %I', c.relname FROM pg_depend d JOIN pg_class c ON c.oid = d.objid
          WHERE d.refobjid = new_name::regclass AND c.relkind = 'S'
      ) renames
      WHERE starts_with(renames.name, old_name)
    LOOP
      EXECUTE change;
    END LOOP;
  END LOOP;
END
$$;
