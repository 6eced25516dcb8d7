-- Data of the release before the tables were renamed, with its names, after the migration 025: at least one row in every
-- table and a value in every column. Ids are given out in the order of the rows, from 1.

-- Members: one with stamps, one who changes much, a replaced registration, a deleted account. The password is Kopi-0-kosong.
INSERT INTO users (name, email, email_key, password_hash, email_verified_at, link_nonce, pending_email, avatar_key,
  avatar_placeholder, is_demo, created_at, deleted_at, registered_from, link_mailed_at, retired_at,
  voided_password_hash, password_voided_at) VALUES
  ('Aisyah “Ayu” 😀', 'aisyah@student.campus.edu.my', 'aisyah@student.campus.edu.my',
   '$argon2id$v=19$m=19456,p=1,t=2$kHYJPcrnPBCqVcYSiZK1Lw$rQJPX1zOy2iM6xsowW8l0P1fmChzobK5ujC1eR1MZX0',
   '2026-09-01 08:00+00', 't9sO9uOKDYp4xjAsr19osQ', NULL, NULL, NULL, false, '2026-09-01 07:55+00', NULL, NULL, NULL, NULL,
   NULL, NULL),
  ('Lim Wei Jie', 'Weijie.Lim+kopi@student.campus.edu.my', 'weijie.lim@student.campus.edu.my', 'no password',
   '2026-09-02 08:00+00', 'XbqjI7JBZApRyLiuoIiRMQ', 'weijie@campus.edu.my', 'avatars/weijie.webp', 'data:image/webp;base64,AA',
   false, '2026-09-02 07:55+00', NULL, NULL, NULL, NULL, 'former password', '2026-10-20 10:00+00'),
  ('Kavitha', 'kavitha@student.campus.edu.my', 'kavitha@student.campus.edu.my', 'no password', NULL, 'xnGD10ype6tFXaty8DwhXw',
   NULL, NULL, NULL, false, '2026-10-21 07:55+00', NULL, '10.20.30.40', '2026-10-21 07:56+00', '2026-10-21 08:10+00', NULL, NULL),
  ('', 'deleted-4', 'deleted-4', '', '2026-09-03 08:00+00', '', NULL, NULL, NULL, false, '2026-09-03 07:55+00',
   '2026-10-22 12:00+00', NULL, NULL, NULL, NULL, NULL);

INSERT INTO sessions (token_hash, user_id, created_at, last_used_at) VALUES
  ('\x29ac6a41', 1, '2026-10-01 08:00+00', '2026-10-24 08:00+00');
INSERT INTO device_marks (user_id, mark_hash, last_used_at) VALUES
  (1, '\x1001', '2026-10-24 08:00+00'), (2, '\x1002', '2026-10-20 10:00+00');
INSERT INTO email_changes (user_id, old_email, new_email, created_at) VALUES
  (2, 'weijie.lim@student.campus.edu.my', 'weijie@campus.edu.my', '2026-10-23 09:00+00');
INSERT INTO former_addresses (user_id, email_hash, left_at) VALUES (2, '\x2001', '2026-09-20 09:00+00');
INSERT INTO deleted_account_marks (email_hash, negative_balance, reversals, rejections, deleted_at) VALUES
  ('\x2002', true, false, true, '2026-10-22 12:00+00');
INSERT INTO browser_unlocks (user_id, browser_hash, asked_at, mailed_at, opened_at) VALUES
  (1, '\x3001', '2026-10-23 10:00+00', '2026-10-23 10:01+00', '2026-10-23 10:05+00'),
  (NULL, '\x3002', '2026-10-23 11:00+00', NULL, NULL);
INSERT INTO rate_counters (key, hits, expires_at) VALUES ('mail-call|address|127.0.0.1', 1, '2026-10-24 08:05+00');

-- Operators: a reviewer, two managers, one of whom was removed.
INSERT INTO operators (name, email, email_key, password_hash, role, is_demo, created_at, removed_at, last_seen_at, version)
VALUES
  ('Farid Hakimi', 'farid@campus.edu.my', 'farid@campus.edu.my', 'no password', 'reviewer', false, '2026-08-01 08:00+00',
   NULL, '2026-10-24 09:00+00', 1),
  ('Tan Mei Fong', 'meifong@campus.edu.my', 'meifong@campus.edu.my', 'no password', 'manager', false, '2026-08-01 08:00+00',
   NULL, '2026-10-24 10:00+00', 3),
  ('Devi Nair', 'devi@campus.edu.my', 'devi@campus.edu.my', NULL, 'manager', false, '2026-08-02 08:00+00',
   '2026-10-01 08:00+00', NULL, 2);

INSERT INTO operator_sessions (token_hash, operator_id, created_at, last_used_at) VALUES
  ('\x5a877e78', 2, '2026-10-24 08:00+00', '2026-10-24 10:00+00');
INSERT INTO operator_device_marks (operator_id, mark_hash, last_used_at) VALUES (2, '\x4001', '2026-10-24 10:00+00');
INSERT INTO operator_addresses (operator_id, email, email_key) VALUES (1, 'Farid+home@campus.edu.my', 'farid@campus.edu.my');
INSERT INTO operator_links (operator_id, created_at) VALUES (3, '2026-08-02 08:00+00');
INSERT INTO operator_grants (operator_id, role, previous_role, granted_by, created_at) VALUES
  (2, 'manager', NULL, NULL, '2026-08-01 08:00+00'), (3, 'manager', 'reviewer', 2, '2026-08-03 08:00+00');
INSERT INTO pending_sign_ins (token_hash, operator_id, created_at) VALUES ('\x8181266a', 2, '2026-10-24 10:00+00');
INSERT INTO second_factors (operator_id, secret, added_at, last_step) VALUES (2, '\x9001', '2026-08-01 08:30+00', 59728800);
INSERT INTO recovery_codes (operator_id, code_hash) VALUES (2, '\x9101'), (2, '\x9102');
INSERT INTO password_resets (user_id, operator_id, created_at) VALUES
  (2, 2, '2026-10-20 09:30+00'), (2, NULL, '2026-10-20 10:00+00');
INSERT INTO suspensions (user_id, operator_id, reason, created_at, ended_at, ended_by) VALUES
  (2, 2, 'Sent the same receipt twice', '2026-09-10 08:00+00', '2026-09-17 08:00+00', 3);

-- What members browse.
INSERT INTO categories (name, version) VALUES ('Food & Drinks', 2), ('Books', 1);
INSERT INTO merchants (name, name_key, slug, category_id, address, contact_number, logo_key, logo_placeholder, is_active,
  created_at, version, minimum_spend_sen, receipts_per_day) VALUES
  ('Kopi Kita', 'kopi kita', 'kopi-kita', 1, '1, Jalan Kampus', '03-5550 0001', 'public/merchants/kopi-kita.svg',
   'data:image/svg+xml,logo', true, '2026-08-05 08:00+00', 4, 500, 3),
  ('Pustaka Melati', 'pustaka melati', 'pustaka-melati', 2, '2, Jalan Kampus', '03-5550 0002', NULL, NULL, false,
   '2026-08-06 08:00+00', 1, NULL, NULL);
INSERT INTO merchant_people (merchant_id, email, email_key) VALUES (1, 'Owner@kopi.example', 'owner@kopi.example');
INSERT INTO operator_merchants (operator_id, merchant_id) VALUES (1, 2);
INSERT INTO announcements (title, content, image_key, image_placeholder, published_at, created_at, version, ends_at) VALUES
  ('Welcome', '<p>Collect stamps.</p>', 'public/content/welcome.webp', 'data:image/webp;base64,AB', '2026-08-10 01:00+00',
   '2026-08-09 08:00+00', 2, '2026-12-31 16:00+00'),
  ('A draft', '<p>Not yet.</p>', NULL, NULL, NULL, '2026-10-09 08:00+00', 1, NULL);
INSERT INTO deals (merchant_id, title, description, image_key, image_placeholder, start_date, end_date, created_at, version)
VALUES (1, 'Second cup free', 'On Mondays.', 'public/content/cup.webp', 'data:image/webp;base64,AC', '2026-10-01', '2026-12-31',
  '2026-09-28 08:00+00', 1);
INSERT INTO uploaded_pictures (storage_key, kind, placeholder, created_at) VALUES
  ('public/content/unused.webp', 'cover', 'data:image/webp;base64,AD', '2026-10-24 07:00+00');
INSERT INTO discarded_files (storage_key, discarded_at) VALUES ('receipts/gone.webp', '2026-10-22 12:00+00');

-- Submissions: 1 approved with a corrected number, 2 rejected and appealed, 3 the resubmission of 2, which waits for a
-- manager, 4 approved in bulk and reversed, 5 approved by two operators, 6 withdrawn with its account.
INSERT INTO submissions (user_id, merchant_id, status, purchase_date, amount_sen, invoice_no, invoice_key, file_sha256,
  original_key, picture_key, thumb_key, placeholder, picture_width, picture_height, rejection_reason, admin_notes, stamps,
  decided_at, created_at, corrects, handed_on, reopened_at) VALUES
  (1, 1, 'approved', '2026-10-01', 2500, 'INV-0042', 'INV42', '\xa001', 'receipts/1-original.jpg', 'receipts/1-full.webp',
   'receipts/1-thumb.webp', 'data:image/webp;base64,B1', 600, 1200, NULL, NULL, 2, '2026-10-02 03:00+00',
   '2026-10-01 10:00+00', NULL, false, NULL),
  (1, 1, 'rejected', '2026-10-03', 1200, '1002', '1002', '\xa002', 'receipts/2-original.jpg', 'receipts/2-full.webp',
   'receipts/2-thumb.webp', 'data:image/webp;base64,B2', 600, 1100, 'The picture is not readable', 'Take it in daylight', 0,
   '2026-10-04 03:00+00', '2026-10-03 10:00+00', NULL, false, NULL),
  (1, 1, 'pending', '2026-10-03', 1200, '1002', '1002', '\xa003', 'receipts/3-original.jpg', 'receipts/3-full.webp',
   'receipts/3-thumb.webp', 'data:image/webp;base64,B3', 600, 1150, NULL, NULL, 0, NULL, '2026-10-05 10:00+00', 2, true, NULL),
  (2, 1, 'pending', '2026-10-06', 900, '1004', '1004', '\xa004', 'receipts/4-original.jpg', 'receipts/4-full.webp',
   'receipts/4-thumb.webp', 'data:image/webp;base64,B4', 700, 1300, NULL, NULL, 0, NULL, '2026-10-06 10:00+00', NULL, false,
   '2026-10-09 03:00+00'),
  (2, 2, 'approved', '2026-10-07', 60000, '1005', '1005', '\xa005', 'receipts/5-original.jpg', 'receipts/5-full.webp',
   'receipts/5-thumb.webp', 'data:image/webp;base64,B5', 800, 1400, NULL, NULL, 7, '2026-10-08 05:00+00',
   '2026-10-07 10:00+00', NULL, false, NULL),
  (4, 1, 'rejected', '2026-10-10', 700, '1006', '1006', '\xa006', NULL, NULL, NULL, NULL, 600, 1200, 'Withdrawn', NULL, 0,
   '2026-10-22 12:00+00', '2026-10-10 10:00+00', NULL, false, NULL);
INSERT INTO idempotency_keys (user_id, key, body_hash, submission_id, created_at) VALUES
  (1, '0b1e5c1e-0000-4000-8000-000000000003', '\xb003', 3, '2026-10-05 10:00+00');

-- What was read from the pictures.
INSERT INTO readings (submission_id, reader, reading, numbers, comparison, fits, read_at) VALUES
  (1, 9, '{"total": {"value": 2500}, "number":"INV-0042"}', '{INV42}', '{"amount": "same"}', true, '2026-10-01 10:01+00'),
  (3, 8, NULL, '{}', NULL, false, '2026-10-05 10:01+00');
INSERT INTO reading_numbers (merchant_id, number, submission_id) VALUES (1, 'INV42', 1), (1, '1002', 2), (1, '1002', 3);
INSERT INTO reading_twins (submission_id, twin_id, found_by) VALUES (3, 2, 'picture'), (2, 1, 'numbers');
INSERT INTO readings_ahead (user_id, file_sha256, reader, reading, read_at) VALUES
  (2, '\xa007', 9, '{"total": {"value": 450}}', '2026-10-24 09:59+00');
INSERT INTO picture_landmarks (submission_id, landmarks, made_at, failed_tries) VALUES
  (1, '\xc001c002', '2026-10-01 10:01+00', 0), (3, '\x', '2026-10-05 10:01+00', 2);
INSERT INTO picture_codes (code, submission_id) VALUES (-17, 1), (4711, 1);

-- Decisions: 1 and 2 on the receipts 1 and 2, 3 on 4, 4 on 5. The third was taken back.
INSERT INTO decisions (submission_id, operator_id, status, reason, notes, stamps, created_at, reason_code) VALUES
  (1, 1, 'approved', NULL, NULL, 2, '2026-10-02 03:00+00', NULL),
  (2, 1, 'rejected', 'The picture is not readable', 'Take it in daylight', 0, '2026-10-04 03:00+00', 'unreadable'),
  (4, 1, 'approved', NULL, NULL, 1, '2026-10-07 03:00+00', NULL),
  (5, 2, 'approved', NULL, NULL, 7, '2026-10-08 05:00+00', NULL);
INSERT INTO bulk_approvals (decision_id, batch_ended_at) VALUES (3, '2026-10-07 03:05+00');
INSERT INTO decision_undos (decision_id, operator_id, created_at) VALUES (3, 2, '2026-10-09 03:00+00');
INSERT INTO reversals (decision_id, submission_id, operator_id, status, reason, created_at) VALUES
  (3, 4, 2, 'pending', 'The date cannot be read', '2026-10-09 03:00+00');
INSERT INTO corrections (decision_id, submission_id, field, typed, corrected) VALUES
  (1, 1, 'invoice_number', 'INV-0024', 'INV-0042'), (1, 1, 'purchase_amount', '24.00', '25.00');
INSERT INTO appeals (submission_id, message, created_at, is_open) VALUES (2, 'The total is there', '2026-10-04 09:00+00', false);
INSERT INTO appeal_answers (appeal_id, operator_id, outcome, answer, created_at) VALUES
  (1, 2, 'kept', 'Please send it again', '2026-10-05 03:00+00');
INSERT INTO escalations (submission_id, operator_id, note, created_at) VALUES
  (3, 1, 'Is this the same paper?', '2026-10-06 03:00+00');
INSERT INTO leases (submission_id, operator_id, expires_at) VALUES (3, 2, '2026-10-24 10:05+00');
INSERT INTO skips (operator_id, submission_id, skipped_at) VALUES (1, 4, '2026-10-10 03:00+00');
INSERT INTO confirmations (kind, user_id, submission_id, asked_by, asked_at, stamps, request, request_id, state, closed_by,
  closed_at, answer, decision_id) VALUES
  ('approval', 2, 5, 2, '2026-10-08 04:00+00', 7, '{"status": "approved"}', NULL, 'confirmed', 3, '2026-10-08 05:00+00',
   NULL, 4),
  ('adjustment', 1, NULL, 2, '2026-10-11 04:00+00', 40, '{"reason": "A prize"}', '0b1e5c1e-0000-4000-8000-000000000040',
   'declined', 3, '2026-10-11 05:00+00', 'Too many', NULL);

-- Spot checks: the first verdict on decision 1 was undone, the second disagreed and was settled.
INSERT INTO spot_checks (decision_id, submission_id, drawn_at, holder_id, held_until, closed_at) VALUES
  (1, 1, '2026-10-02 03:01+00', NULL, NULL, '2026-10-03 04:05+00'),
  (4, 5, '2026-10-08 05:01+00', 1, '2026-10-24 10:05+00', NULL);
INSERT INTO spot_check_verdicts (decision_id, operator_id, status, reason_code, agrees, created_at, corrections) VALUES
  (1, 3, 'approved', NULL, true, '2026-10-03 04:00+00', '[]'),
  (1, 3, 'rejected', 'unreadable', false, '2026-10-03 04:05+00', '[{"field": "purchase_amount", "typed": "24.00"}]');
INSERT INTO spot_check_undos (verdict_id, created_at) VALUES (1, '2026-10-03 04:00:05+00');
INSERT INTO disagreement_settlements (verdict_id, operator_id, outcome, note, created_at) VALUES
  (2, 2, 'decision_kept', '', '2026-10-04 04:00+00');
INSERT INTO settlement_notes (verdict_id, note) VALUES (2, 'The total can be read');

-- Stamps: Aisyah has 2 + 3, Lim Wei Jie 1 - 1 + 7 - 2.
INSERT INTO stamp_corrections (user_id, operator_id, stamps, reason, created_at, request_id) VALUES
  (1, 2, 3, 'Helped at the fair', '2026-10-12 04:00+00', '0b1e5c1e-0000-4000-8000-000000000041'),
  (2, 2, -2, 'Counted twice', '2026-10-13 04:00+00', NULL);
INSERT INTO ledger_entries (user_id, kind, stamps, decision_id, stamp_correction_id, created_at) VALUES
  (1, 'approval', 2, 1, NULL, '2026-10-02 03:00+00'), (2, 'approval', 1, 3, NULL, '2026-10-07 03:00+00'),
  (2, 'approval', 7, 4, NULL, '2026-10-08 05:00+00'), (2, 'undo', -1, 3, NULL, '2026-10-09 03:00+00'),
  (1, 'correction', 3, NULL, 1, '2026-10-12 04:00+00'), (2, 'correction', -2, NULL, 2, '2026-10-13 04:00+00');

-- The audit log, a failed mail and a mail that waits.
INSERT INTO audit_entries (operator_id, action, subject_kind, subject_id, changed_fields, created_at) VALUES
  (1, 'submission.approved', 'submission', 1, '{status,stamps}', '2026-10-02 03:00+00'),
  (NULL, 'operator.added', 'operator', 2, '{name,email,role}', '2026-08-01 08:00+00');
INSERT INTO audit_values (entry_id, changes) VALUES
  (1, '[{"field": "status", "before": "pending", "after": "approved"}, {"field": "stamps", "before": "0", "after": "2"}]');
INSERT INTO mail_failures (kind, subject_id, refusal, tries, failed_at) VALUES
  ('verification', 3, 'no such mailbox', 3, '2026-10-21 09:00+00');
INSERT INTO pgboss.job (name, data, start_after) VALUES ('mail', '{"kind": "verification", "id": 9}', '2026-10-24 10:00+00');
