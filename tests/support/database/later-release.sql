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

-- Operators of whom owners have the addresses: without a second factor, with one, and with one that was only shown.
INSERT INTO operators (name, email, email_key, password_hash, role) VALUES
  ('Aisyah', 'aisyah@shop.example', 'aisyah@shop.example', 'of the console', 'reviewer'),
  ('Bala', 'bala@shop.example', 'bala@shop.example', 'of the console', 'manager'),
  ('Chong', 'chong@shop.example', 'chong@shop.example', 'of the console', 'reviewer');
INSERT INTO second_factors (operator_id, secret, added_at) SELECT id, 'of Bala', now() FROM operators WHERE name = 'Bala';
INSERT INTO second_factors (operator_id, secret) SELECT id, 'shown to Chong' FROM operators WHERE name = 'Chong';
INSERT INTO operator_links (operator_id, created_at) SELECT id, now() FROM operators WHERE name = 'Aisyah';
-- Owners: these three, one with the address of a removed operator, a removed one, and one who was only invited.
INSERT INTO owners (name, email, email_key, language, password_hash, version, created_at, last_seen_at, removed_at) VALUES
  ('Aisyah of the shop', 'aisyah@shop.example', 'aisyah@shop.example', 'ms', 'of the counter', 2, now(), now(), NULL),
  ('Bala of the shop', 'Bala@shop.example', 'bala@shop.example', 'ms', 'of the counter', 3, now(), NULL, NULL),
  ('Chong of the shop', 'chong@shop.example', 'chong@shop.example', 'en', 'of the counter', 1, now(), now(), NULL),
  ('Devi', 'devi@campus.edu.my', 'devi@campus.edu.my', 'en', 'of the counter', 1, now(), now(), NULL),
  ('Eng', 'removed-6', 'removed-6', 'en', NULL, 2, now(), now(), now()),
  ('Farah', 'farah@shop.example', 'farah@shop.example', 'ms', NULL, 1, now(), NULL, NULL);
INSERT INTO owner_merchants (owner_id, merchant_id) SELECT id, 1 FROM owners WHERE removed_at IS NULL;
INSERT INTO owner_sessions (token_hash, owner_id, created_at, last_used_at)
  SELECT convert_to('session of ' || name, 'UTF8'), id, now(), now() FROM owners WHERE password_hash IS NOT NULL;
INSERT INTO owner_trusted_devices (owner_id, device_hash, last_used_at)
  SELECT id, convert_to('device of ' || name, 'UTF8'), now() FROM owners WHERE password_hash IS NOT NULL;
INSERT INTO owner_links (owner_id, created_at) SELECT id, now() FROM owners WHERE name IN ('Aisyah of the shop', 'Farah') ORDER BY id;
INSERT INTO owner_pending_sign_ins (token_hash, owner_id, created_at)
  SELECT convert_to('sign-in of ' || name, 'UTF8'), id, now() FROM owners WHERE name = 'Siti';
INSERT INTO owner_second_factors (owner_id, secret, added_at)
  SELECT id, convert_to('of ' || name, 'UTF8'), now() FROM owners WHERE id <= 4 ORDER BY id;
INSERT INTO owner_second_factors (owner_id, secret) SELECT id, 'shown to Devi' FROM owners WHERE name = 'Devi';
INSERT INTO owner_recovery_codes (owner_id, code_hash) SELECT id, convert_to('code of ' || name, 'UTF8') FROM owners WHERE id <= 4;
INSERT INTO phones (merchant_id, name, enrolled_by, created_at, last_used_at, removed_at) VALUES (1, 'Till 2', 3, now(), now(), now());
INSERT INTO phone_enrolments (token_hash, merchant_id, owner_id, created_at) VALUES ('code', 1, 4, now());
INSERT INTO audit_entries (owner_id, action, subject_kind, subject_id) VALUES (2, 'owner.signed_in', 'owner', 2);
INSERT INTO audit_entries (operator_id, action, subject_kind, subject_id) VALUES
  (2, 'owner.removed', 'owner', 6), (2, 'merchant.changed', 'merchant', 3);
INSERT INTO failed_mails (kind, subject_id, reason, tries, failed_at) VALUES
  ('owner-second-factor-reset', 3, '550', 1, now()), ('owner-second-factor-reset', 1, '550', 1, now());
-- A statement that one of them accepted, with a line that another one disputed.
INSERT INTO settlement_adjustments (merchant_id, amount_sen, reason, operator_id, created_at) VALUES (1, 100, 'Cups.', 2, now());
INSERT INTO statements (merchant_id, month, total_sen, line_count, issued_at, issued_by, accepted_at, accepted_by)
  VALUES (1, '2026-09-01', 100, 1, now(), 2, now(), 4);
INSERT INTO statement_lines (statement_id, adjustment_id, amount_sen) SELECT s.id, a.id, 100
  FROM statements s, settlement_adjustments a WHERE a.reason = 'Cups.';
INSERT INTO line_disputes (line_id, owner_id, reason, created_at) SELECT id, 5, 'Fewer cups.', now() FROM statement_lines;
INSERT INTO statement_mails (statement_id, owner_id) SELECT s.id, w.id FROM statements s, owners w WHERE w.removed_at IS NULL ORDER BY w.id;
