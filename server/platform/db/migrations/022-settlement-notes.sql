-- What a manager wrote when closing a disagreement, apart from how it ended: it goes with the member's account.
CREATE TABLE settlement_notes (
  verdict_id bigint PRIMARY KEY REFERENCES disagreement_settlements,
  note text NOT NULL
);
INSERT INTO settlement_notes (verdict_id, note) SELECT verdict_id, note FROM disagreement_settlements;
ALTER TABLE disagreement_settlements DISABLE TRIGGER disagreement_settlements_append_only;
UPDATE disagreement_settlements SET note = '';
ALTER TABLE disagreement_settlements ENABLE TRIGGER disagreement_settlements_append_only;
-- The column stays for the release before this one, which still fills it.
ALTER TABLE disagreement_settlements ALTER COLUMN note SET DEFAULT '';
