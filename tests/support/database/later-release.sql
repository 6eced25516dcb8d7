-- Data of a later release, after the migration 044, for what its next migrations and two earlier ones change.

-- As before the migrations that delete notes about members who had gone, and say that the Stampus desk owes nothing.
DELETE FROM migrations WHERE name LIKE '%-notes-of-deleted-members.sql' OR name LIKE '%-voucher-states.sql';
DROP INDEX vouchers_ended;
ALTER TABLE vouchers DROP CONSTRAINT vouchers_owed_to_merchant;

-- A disagreement about a receipt of the deleted member.
INSERT INTO decisions (submission_id, operator_id, status, reason, stamps, created_at, reason_code)
  VALUES (6, 1, 'rejected', 'Unreadable', 0, '2026-10-11 03:00+00', 'unreadable');
INSERT INTO decision_undos (decision_id, operator_id, created_at) SELECT max(id), 2, '2026-10-12 03:00+00' FROM decisions;
INSERT INTO spot_checks (decision_id, submission_id, drawn_at) SELECT max(id), 6, '2026-10-11 03:01+00' FROM decisions;
INSERT INTO spot_check_verdicts (decision_id, operator_id, status, agrees, created_at, corrections)
  SELECT max(id), 3, 'approved', false, '2026-10-12 03:00+00', '[]' FROM decisions;
INSERT INTO disagreement_settlements (verdict_id, operator_id, outcome, created_at)
  SELECT max(id), 2, 'decision_kept', '2026-10-12 04:00+00' FROM spot_check_verdicts;
INSERT INTO settlement_notes (verdict_id, note) SELECT max(id), 'Melur has gone' FROM spot_check_verdicts;

-- Vouchers of a stall with late hand-overs that were paid as adjustments: one used as well, one twice, one still ready. A fourth
-- one of the desk.
INSERT INTO owners (name, email, email_key, language, created_at) VALUES ('Siti', 's@shop.example', 's@shop.example', 'en', now());
INSERT INTO phones (merchant_id, name, enrolled_by, created_at, last_used_at, removed_at) VALUES (1, 'Till 1', 1, now(), now(), now());
INSERT INTO cashiers (merchant_id, name, name_key, pin_hash, created_at) VALUES (1, 'Aminah', 'aminah', 'no PIN', now());
INSERT INTO rewards (merchant_id, title, conditions, stamps, owed_sen, taken, start_date, valid_days, state, created_at) VALUES
  (1, 'Kopi O', 'One hot cup.', 1, 180, 2, '2026-01-01', 30, 'published', now()),
  (NULL, 'Sticker', 'One.', 1, 0, 1, '2026-01-01', 30, 'published', now());
INSERT INTO vouchers (number, reward_id, user_id, merchant_id, title, conditions, stamps, owed_sen, claimed_at, last_day, expires_at,
  state, used_at, ended_at, idempotency_key) VALUES
  ('1', 1, 1, 1, 'Kopi O', 'One hot cup.', 1, 180, now(), '2099-12-31', '2100-01-01', 'used', now(), now(), 'a'),
  ('2', 1, 1, 1, 'Kopi O', 'One hot cup.', 1, 180, now(), '2099-12-31', '2100-01-01', 'voided', NULL, now(), 'b'),
  ('3', 1, 1, 1, 'Kopi O', 'One hot cup.', 1, 180, now(), '2099-12-31', '2100-01-01', 'ready', NULL, NULL, 'c'),
  ('4', 2, 1, NULL, 'Sticker', 'One.', 1, 180, now(), '2099-12-31', '2100-01-01', 'ready', NULL, NULL, 'd');
INSERT INTO voucher_events (voucher_id, kind, stamps_back, created_at) SELECT id, 'claimed', false, now() FROM vouchers ORDER BY id;
INSERT INTO voucher_events (voucher_id, kind, stamps_back, created_at) VALUES (2, 'voided', false, now());
INSERT INTO voucher_events (voucher_id, kind, way, phone_id, cashier_id, stamps_back, created_at) VALUES
  (1, 'used', 'counter', 1, 1, false, now());
INSERT INTO ledger_entries (user_id, kind, stamps, voucher_event_id, created_at)
  SELECT 1, 'redemption', -1, id, now() FROM voucher_events WHERE kind = 'claimed';
INSERT INTO late_hand_overs (voucher_id, phone_id, cashier_id, noted_at, created_at, request_id, voucher_state)
  SELECT voucher, 1, 1, now() - minutes * interval '1 minute', now(), gen_random_uuid(), state
  FROM (VALUES (1, 1, 'used'), (2, 1, 'voided'), (2, 2, 'voided'), (3, 1, 'ready')) late (voucher, minutes, state);
INSERT INTO settlement_adjustments (merchant_id, amount_sen, reason, operator_id, created_at, late_id)
  SELECT 1, 180, 'Paid.', 2, now(), id FROM late_hand_overs;
