import { READER_RELEASE } from '../server/domains/receipt-ocr/reader.ts'
import type { Queryable } from '../server/platform/db/database.ts'

const REVIEWER = 1
const MANAGER = 2
const OTHER_REVIEWER = 3
/** How long numbers and codes of pictures are stored. */
const COMPARED = "interval '90 days'"
const FITS = JSON.stringify({
  amount: { verdict: 'fits', sure: true },
  date: { verdict: 'fits' },
  invoice: { verdict: 'fits' },
  merchant: { verdict: 'fits' },
})

type People = { members: number; heavyMember: number; heavyStep: number }

/**
 * Adds what happens to receipts and vouchers in two years: shares were corrected, reversed, appealed, checked, taken
 * back or asked about. No share has a common divisor with ten: the member with a tenth of all has a tenth of each. Needs
 * the decisions and vouchers of `addStamps`.
 */
export async function addHistory(db: Queryable, people: People): Promise<void> {
  for (const text of [...decided(people), ...waiting, ...read, ...vouchers, statements, ...cases(people)])
    await db.query(text)
}

/** A decision that was undone for another, with what it gave. `$at` is when, relative to the decision in force. */
const undone = (where: string, status: string, by: number, at: string) => `
  WITH made AS (
    INSERT INTO decisions (submission_id, operator_id, status, stamps, created_at)
    SELECT s.id, ${REVIEWER}, '${status}', ${status === 'approved' ? 2 : 0}, ${at} - interval '8 seconds'
    FROM submissions s WHERE ${where} RETURNING *),
  taken AS (
    INSERT INTO decision_undos (decision_id, operator_id, created_at)
    SELECT id, ${by}, created_at + interval '8 seconds' FROM made)
  INSERT INTO ledger_entries (user_id, kind, stamps, decision_id, created_at)
  SELECT s.user_id, e.kind, e.sign * m.stamps, m.id, m.created_at FROM made m JOIN submissions s ON s.id = m.submission_id,
    (VALUES ('approval', 1), ('undo', -1)) e (kind, sign) WHERE m.stamps > 0`

const decided = ({ members, heavyMember, heavyStep }: People) => [
  `UPDATE submissions c SET corrects = r.id, merchant_id = r.merchant_id FROM submissions r
   WHERE r.status = 'rejected' AND r.id % 27 = 9 AND c.user_id = r.user_id
     AND c.id = r.id + CASE r.user_id WHEN ${heavyMember} THEN ${heavyStep} ELSE ${members - 2} END`,
  undone(`s.id % 23 = 0 AND s.status = 'approved'`, 'rejected', REVIEWER, 's.decided_at'),
  undone(`s.id % 23 = 1 AND s.status = 'rejected'`, 'approved', REVIEWER, 's.decided_at'),
  `INSERT INTO fact_corrections (decision_id, submission_id, field, typed, corrected)
   SELECT d.id, s.id, f.field, f.typed, f.corrected FROM submissions s JOIN decisions d ON d.submission_id = s.id AND d.status = 'approved',
     (VALUES ('purchase_amount', '15.20', '12.50'), ('invoice_number', '1', '7')) f (field, typed, corrected)
   WHERE s.status = 'approved' AND s.id % 21 = 1`,
  `INSERT INTO spot_checks (decision_id, submission_id, drawn_at, closed_at)
   SELECT id, submission_id, created_at, CASE WHEN created_at < now() - interval '30 days' THEN created_at + interval '1 day' END
   FROM decisions d WHERE id % 31 = 0 AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)`,
  `INSERT INTO spot_check_verdicts (decision_id, operator_id, status, agrees, created_at)
   SELECT k.decision_id, ${OTHER_REVIEWER}, d.status, k.decision_id % 403 <> 0, k.closed_at
   FROM spot_checks k JOIN decisions d ON d.id = k.decision_id WHERE k.closed_at IS NOT NULL`,
  `INSERT INTO disagreement_closures (verdict_id, operator_id, outcome, created_at)
   SELECT id, ${MANAGER}, 'decision_kept', created_at FROM spot_check_verdicts
   WHERE NOT agrees AND created_at < now() - interval '33 days'`,
  `INSERT INTO bulk_approvals (decision_id, batch_ended_at)
   SELECT id, created_at FROM decisions WHERE status = 'approved' AND id % 7 = 0`,
  `INSERT INTO confirmations (kind, user_id, submission_id, asked_by, asked_at, stamps, request, state, closed_by, closed_at, decision_id)
   SELECT 'approval', s.user_id, s.id, ${REVIEWER}, d.created_at, 2, '{}', 'confirmed', ${OTHER_REVIEWER}, d.created_at, d.id
   FROM submissions s JOIN decisions d ON d.submission_id = s.id WHERE d.status = 'approved' AND s.id % 101 = 0`,
  `INSERT INTO appeals (submission_id, message, is_open, created_at)
   SELECT id, 'The date is on the second page.', decided_at > now() - interval '10 days', decided_at + interval '1 hour'
   FROM submissions WHERE status = 'rejected' AND id % 27 = 0`,
  `INSERT INTO appeal_answers (appeal_id, operator_id, outcome, answer, created_at)
   SELECT id, ${MANAGER}, 'kept', 'It is not readable.', created_at + interval '1 day' FROM appeals WHERE NOT is_open`,
  `WITH reversed AS (
     SELECT d.*, d.created_at + interval '3 days' AS at FROM submissions s JOIN decisions d ON d.submission_id = s.id
     WHERE s.id % 41 = 0 AND s.status = 'approved' AND d.status = 'approved' AND s.decided_at < now() - interval '4 days'),
   taken AS (INSERT INTO decision_undos (decision_id, operator_id, created_at) SELECT id, ${MANAGER}, at FROM reversed),
   noted AS (
     INSERT INTO reversals (decision_id, submission_id, operator_id, status, reason, created_at)
     SELECT id, submission_id, ${MANAGER}, 'rejected', 'It was sent twice.', at FROM reversed),
   made AS (
     INSERT INTO decisions (submission_id, operator_id, status, reason, stamps, created_at)
     SELECT submission_id, ${MANAGER}, 'rejected', 'It was sent twice.', 0, at FROM reversed),
   changed AS (
     UPDATE submissions s SET status = 'rejected', stamps = 0, decided_at = r.at FROM reversed r WHERE s.id = r.submission_id)
   INSERT INTO ledger_entries (user_id, kind, stamps, decision_id, created_at)
   SELECT s.user_id, 'undo', -r.stamps, r.id, r.at FROM reversed r JOIN submissions s ON s.id = r.submission_id`,
  `INSERT INTO audit_entries (operator_id, action, subject_kind, subject_id, created_at)
   SELECT operator_id, 'submission.' || status, 'submission', submission_id, created_at FROM decisions`,
]

/** Of each seven waiting receipts one was reopened by a reversal, one by an appeal, one escalated. */
const waiting = [
  undone(`s.status = 'pending' AND s.id % 7 = 0`, 'approved', MANAGER, "s.created_at + interval '1 hour'"),
  `INSERT INTO reversals (decision_id, submission_id, operator_id, status, reason, created_at)
   SELECT d.id, s.id, ${MANAGER}, 'pending', 'The amount is another.', u.created_at FROM submissions s
     JOIN decisions d ON d.submission_id = s.id JOIN decision_undos u ON u.decision_id = d.id WHERE s.status = 'pending' AND s.id % 7 = 0`,
  undone(`s.status = 'pending' AND s.id % 7 = 1`, 'rejected', MANAGER, "s.created_at + interval '1 hour'"),
  `INSERT INTO appeals (submission_id, message, is_open, created_at)
   SELECT id, 'Please look again.', false, created_at + interval '30 minutes' FROM submissions WHERE status = 'pending' AND id % 7 = 1`,
  `INSERT INTO appeal_answers (appeal_id, operator_id, outcome, answer, created_at)
   SELECT a.id, ${MANAGER}, 'reopened', 'We look again.', s.created_at + interval '1 hour'
   FROM appeals a JOIN submissions s ON s.id = a.submission_id WHERE s.status = 'pending'`,
  `UPDATE submissions SET reopened_at = created_at + interval '1 hour' WHERE status = 'pending' AND id % 7 < 2`,
  `UPDATE submissions SET escalated = true WHERE status = 'pending' AND id % 7 = 2`,
  `INSERT INTO escalations (submission_id, operator_id, note, created_at)
   SELECT id, ${REVIEWER}, 'Is this the same shop?', created_at FROM submissions WHERE escalated OR (status <> 'pending' AND id % 33 = 0)`,
]

/** What OCR found: numbers of its own, those of the shop, and codes of the picture. */
const read = [
  `INSERT INTO receipt_ocr (submission_id, ocr_version, result, numbers, comparison, matches, read_at)
   SELECT id, ${READER_RELEASE}, '{"amounts":[],"dates":[],"words":[]}', numbers, '${FITS}', id % 3 > 0, created_at
   FROM submissions, LATERAL (SELECT ARRAY['9' || id, '7' || id * 37, '01' || merchant_id, '02' || merchant_id % 50, '03' || id % 9999] AS numbers) n
   WHERE id % 29 <> 7 AND picture_key IS NOT NULL`,
  `INSERT INTO receipt_numbers (merchant_id, number, submission_id)
   SELECT s.merchant_id, unnest(r.numbers), s.id FROM receipt_ocr r JOIN submissions s ON s.id = r.submission_id
   WHERE r.read_at > now() - ${COMPARED} ORDER BY 1, 2, 3`,
  `INSERT INTO picture_fingerprints (submission_id, keypoints, made_at)
   SELECT s.id, decode(repeat(md5(s.id::text), 30), 'hex'), s.created_at FROM submissions s
   WHERE s.status = 'pending' OR s.created_at > now() - ${COMPARED}`,
  `INSERT INTO keypoint_codes (code, submission_id)
   SELECT (submission_id * 8 + n) * 7919 % 100000, submission_id FROM picture_fingerprints, generate_series(1, 4) n
   ORDER BY 1, 2`,
  `INSERT INTO receipt_duplicates (submission_id, duplicate_id, found_by)
   SELECT submission_id, submission_id - 10, 'numbers' FROM receipt_ocr WHERE submission_id % 37 = 0 AND submission_id > 10`,
  `INSERT INTO filled_in_facts (submission_id, fact, value)
   SELECT id, f, 'x' FROM submissions, unnest(ARRAY['merchant', 'purchase_amount']) f WHERE id % 3 = 1`,
]

/** Owners with a till for each merchant. Of ten vouchers three were taken back and ended, one was entered late. */
const vouchers = [
  `INSERT INTO staff (name, email, email_key, role, is_owner)
   SELECT 'Owner ' || id, e, e, 'owner', true FROM merchants, format('owner-%s@kedai.example', id) e ORDER BY id`,
  `INSERT INTO owner_merchants (owner_id, merchant_id)
   SELECT o.id, m.id FROM merchants m JOIN owners o ON o.email = format('owner-%s@kedai.example', m.id)`,
  `INSERT INTO phones (merchant_id, name, enrolled_by, token_hash, key, created_at, last_used_at)
   SELECT id, 'Till', owner_id, sha256(convert_to('till ' || id, 'UTF8')), sha256(convert_to('key ' || id, 'UTF8')), now(), now()
   FROM merchants JOIN owner_merchants ON merchant_id = id ORDER BY id`,
  `INSERT INTO cashiers (merchant_id, name, name_key, pin_hash, created_at)
   SELECT id, 'Zainab', 'zainab', 'none', now() FROM merchants ORDER BY id`,
  `UPDATE voucher_events e SET way = 'counter', operator_id = NULL, phone_id = v.merchant_id, cashier_id = v.merchant_id
   FROM vouchers v WHERE v.id = e.voucher_id AND e.kind = 'used' AND v.id % 3 > 0`,
  `WITH ended AS (
     UPDATE vouchers SET used_at = NULL, state = (ARRAY['returned', 'expired', 'voided'])[id % 10]
     WHERE state = 'used' AND id % 10 IN (1, 2, 3) RETURNING *),
   noted AS (
     INSERT INTO voucher_events (voucher_id, kind, stamps_back, created_at)
     SELECT id, kind, kind <> 'unused', ended_at FROM ended, LATERAL unnest(ARRAY['unused', state]) kind RETURNING *)
   INSERT INTO ledger_entries (user_id, kind, stamps, voucher_event_id, created_at)
   SELECT v.user_id, 'redemption_return', v.stamps, e.id, e.created_at FROM noted e JOIN ended v ON v.id = e.voucher_id WHERE e.stamps_back`,
  `WITH late AS (
     INSERT INTO late_hand_overs (voucher_id, phone_id, cashier_id, noted_at, created_at, request_id, voucher_state)
     SELECT id, merchant_id, merchant_id, ended_at, ended_at, gen_random_uuid(), state FROM vouchers WHERE state = 'expired' RETURNING *)
   INSERT INTO statement_adjustments (merchant_id, amount_sen, reason, operator_id, created_at, late_id)
   SELECT v.merchant_id, v.owed_sen, 'The till has a note.', ${MANAGER}, l.created_at, l.id
   FROM late l JOIN vouchers v ON v.id = l.voucher_id
   WHERE l.id % 20 > 0 OR l.created_at < now() - interval '30 days'`,
  `INSERT INTO former_voucher_keys (voucher_id, key, opened_at, ended_at)
   SELECT id, sha256(convert_to(number, 'UTF8')), claimed_at, ended_at FROM vouchers
   WHERE ended_at > now() - interval '31 days'`,
  `INSERT INTO voucher_keys (voucher_id, token_hash, key, created_at)
   SELECT v.id, s.token_hash, sha256(convert_to(v.number, 'UTF8')), v.claimed_at FROM vouchers v JOIN sessions s ON s.user_id = v.user_id
   WHERE v.state = 'ready'`,
]

const monthOf = (at: string) => `date_trunc('month', ${at} AT TIME ZONE 'Asia/Kuala_Lumpur')::date`
const LAST_MONTH = `(${monthOf('now()')} - interval '1 month')::date`

/** Statements of all months before the last one, which is to be issued. */
const statements = `
  WITH items AS (
    SELECT v.merchant_id, ${monthOf('e.created_at')} AS month, e.id AS event_id, NULL::bigint AS adjustment_id, v.owed_sen AS sen
    FROM vouchers v JOIN voucher_events e ON e.voucher_id = v.id AND e.kind = 'used' WHERE v.state = 'used'
    UNION ALL SELECT merchant_id, ${monthOf('created_at')}, NULL, id, amount_sen FROM statement_adjustments),
  made AS (
    INSERT INTO statements (merchant_id, month, total_sen, line_count, issued_at, issued_by)
    SELECT merchant_id, month, sum(sen), count(*), now(), ${MANAGER} FROM items WHERE month < ${LAST_MONTH} GROUP BY 1, 2 RETURNING *)
  INSERT INTO statement_lines (statement_id, voucher_event_id, adjustment_id, amount_sen)
  SELECT m.id, i.event_id, i.adjustment_id, i.sen FROM items i JOIN made m USING (merchant_id, month)`

/** The heavy member has opened none in the last day, else a new one would be refused. */
const cases = ({ heavyMember }: People) => [
  `INSERT INTO suspensions (user_id, operator_id, reason, created_at, ended_at, ended_by)
   SELECT id, ${MANAGER}, 'Copies', now() - interval '1 year', now() - interval '11 months', ${MANAGER} FROM users WHERE id % 50 = 0`,
  `INSERT INTO cases (user_id, subject, submission_id, state, operator_id, created_at, updated_at, waiting_since)
   SELECT user_id, 'receipt', id, state, ${MANAGER}, created_at, created_at, CASE state WHEN 'open' THEN created_at END
   FROM submissions s, LATERAL (
     SELECT CASE WHEN s.created_at > now() - interval '1 day' THEN 'open' WHEN s.id % 2 = 0 THEN 'answered' ELSE 'closed' END AS state) c
   WHERE s.id % 21 = 0 AND (s.user_id <> ${heavyMember} OR c.state <> 'open')`,
  `INSERT INTO case_messages (case_id, user_id, operator_id, message, created_at, waited_since, idempotency_key)
   SELECT c.id, CASE n WHEN 2 THEN NULL ELSE c.user_id END, CASE n WHEN 2 THEN ${MANAGER} END, 'Where are my stamps?',
     c.created_at + n * interval '1 hour', CASE n WHEN 2 THEN c.created_at END, gen_random_uuid()
   FROM cases c, generate_series(1, 3) n WHERE n = 1 OR c.state <> 'open' ORDER BY c.id, n`,
]
