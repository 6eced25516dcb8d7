import type { Role } from '@stampus/contract/console/operators'
import type { CaseState, CaseSubject } from '@stampus/contract/contact/cases'
import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import type { Status } from '@stampus/contract/submissions'
import { emailKey } from '@stampus/contract/values/emails'
import type { Queryable } from '../server/platform/db/database.ts'

type NewDemoMember = { name: string; email: string; password_hash: string; link_nonce: string; since: Date }
type NewDemoOperator = { name: string; email: string; password_hash: string; role: Role }

/** Whether the database has no members, operators or merchants. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ empty: boolean }>(
    'SELECT NOT (EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM operators) OR EXISTS (SELECT FROM merchants)) AS empty',
  )
  return rows[0]?.empty ?? false
}

/** Adds verified members, marked as demo. */
export async function addDemoMembers(tx: Queryable, members: readonly NewDemoMember[]): Promise<void> {
  await tx.query({
    text: `
      INSERT INTO users (name, email, email_key, password_hash, link_nonce, is_demo, created_at, email_verified_at)
      SELECT name, email, email_key, password_hash, link_nonce, true, since, since
      FROM json_to_recordset($1) AS
        r(name text, email text, email_key text, password_hash text, link_nonce text, since timestamptz)`,
    values: [withKeys(members)],
  })
}

/** Adds operators, marked as demo and seen now, so that each can confirm what the other requests. */
export async function addDemoOperators(
  tx: Queryable,
  operators: readonly NewDemoOperator[],
  seenAt: Date,
): Promise<void> {
  await tx.query({
    text: `
      INSERT INTO staff (name, email, email_key, console_password_hash, role, is_demo, console_seen_at)
      SELECT name, email, email_key, password_hash, role, true, $2
      FROM json_populate_recordset(NULL::operators, $1)`,
    values: [withKeys(operators), seenAt],
  })
}

export async function markDemoOwner(tx: Queryable, id: number): Promise<void> {
  await tx.query({ text: 'UPDATE staff SET is_demo = true WHERE id = $1', values: [id] })
}

/** How far the history of a demo submission has come. */
export type SubmissionProgress = { id: number; status: Status; isChecked: boolean; isAppealed: boolean }

/**
 * The ids of the demo's people by email, of merchants by slug and of rewards by title, and the submissions, vouchers
 * and cases that exist already.
 */
export type DemoState = {
  members: Record<string, number>
  operators: Record<string, number>
  merchants: Record<string, { id: number; name: string; address: string }>
  submissions: (SubmissionProgress & { userId: number; merchantId: number; invoiceNo: string })[]
  rewards: Record<string, { id: number; version: number }>
  vouchers: { userId: number; key: string; state: VoucherState }[]
  cases: { userId: number; subject: CaseSubject; state: CaseState }[]
  /** Null in a demo of an older release. */
  counter: DemoCounter | null
}

/** The phone on which the demo's cashier hands over, removed or not. */
export type DemoCounter = { phoneId: number; cashierId: number }

/** Reads the demo's people, merchants, submissions, rewards, vouchers and cases. */
export async function readDemoState(db: Queryable): Promise<DemoState> {
  const { rows } = await db.query<DemoState>(`
    SELECT
      (SELECT coalesce(json_object_agg(email, id), '{}') FROM users WHERE is_demo) AS members,
      (SELECT coalesce(json_object_agg(email, id), '{}') FROM operators WHERE is_demo) AS operators,
      (SELECT coalesce(json_object_agg(slug, json_build_object('id', id, 'name', name, 'address', address)), '{}')
        FROM merchants) AS merchants,
      (SELECT coalesce(json_agg(json_build_object('id', s.id, 'userId', s.user_id, 'merchantId', s.merchant_id,
          'invoiceNo', s.invoice_no, 'status', s.status,
          'isChecked', EXISTS (SELECT FROM decisions d JOIN spot_check_verdicts v ON v.decision_id = d.id
            WHERE d.submission_id = s.id),
          'isAppealed', EXISTS (SELECT FROM appeals a WHERE a.submission_id = s.id))), '[]')
        FROM submissions s JOIN users u ON u.id = s.user_id WHERE u.is_demo) AS submissions,
      (SELECT coalesce(json_object_agg(title, json_build_object('id', id, 'version', version)), '{}')
        FROM rewards) AS rewards,
      (SELECT coalesce(json_agg(json_build_object('userId', v.user_id, 'key', v.idempotency_key, 'state', v.state)), '[]')
        FROM vouchers v JOIN users u ON u.id = v.user_id WHERE u.is_demo) AS vouchers,
      (SELECT coalesce(json_agg(json_build_object('userId', c.user_id, 'subject', c.subject, 'state', c.state)), '[]')
        FROM cases c JOIN users u ON u.id = c.user_id WHERE u.is_demo) AS cases,
      (SELECT json_build_object('phoneId', p.id, 'cashierId', c.id)
        FROM owners o JOIN phones p ON p.enrolled_by = o.id JOIN cashiers c ON c.merchant_id = p.merchant_id
        WHERE o.is_demo ORDER BY p.id, c.id LIMIT 1) AS counter`)
  const [state] = rows
  if (!state) throw new Error('The state of the demo has one row')
  return state
}

function withKeys(people: readonly { email: string }[]): string {
  return JSON.stringify(people.map((person) => ({ ...person, email_key: emailKey(person.email) })))
}

type DemoAccount = { email: string; password_hash: string }

/** Reads the demo's members, operators and owner. */
export async function readDemoAccounts(db: Queryable): Promise<DemoAccount[]> {
  const { rows } = await db.query<DemoAccount>(`
    SELECT email, password_hash FROM users WHERE is_demo
    UNION ALL SELECT email, password_hash FROM operators WHERE is_demo
    UNION ALL SELECT email, password_hash FROM owners WHERE is_demo AND password_hash IS NOT NULL`)
  return rows
}

/** Undefined if the owner was removed. */
export async function findDemoOwner(db: Queryable): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>('SELECT id FROM owners WHERE is_demo AND removed_at IS NULL')
  return rows[0]?.id
}

/** The demo's cashier; undefined if they or their owner were removed. */
export async function findDemoCashier(
  db: Queryable,
): Promise<{ id: number; name: string; pin_hash: string } | undefined> {
  const { rows } = await db.query<{ id: number; name: string; pin_hash: string }>(`
    SELECT c.id, c.name, c.pin_hash
    FROM owners o JOIN owner_merchants w ON w.owner_id = o.id JOIN cashiers c ON c.merchant_id = w.merchant_id
    WHERE o.is_demo AND o.removed_at IS NULL AND c.removed_at IS NULL ORDER BY c.id LIMIT 1`)
  return rows[0]
}

/** Replaces the password of a demo account and ends the sessions made with the old one. */
export async function replaceDemoPassword(tx: Queryable, email: string, passwordHash: string): Promise<void> {
  for (const [table, password, may, sessions, holder] of ACCOUNTS) {
    await tx.query({
      text: `UPDATE ${table} SET ${password} = $2 WHERE is_demo AND email = $1 AND ${may}`,
      values: [email, passwordHash],
    })
    await tx.query({
      text: `DELETE FROM ${sessions} WHERE ${holder} IN (SELECT id FROM ${table} WHERE is_demo AND email = $1)`,
      values: [email],
    })
  }
}

/** The tables of accounts, their passwords and who has one, and the sessions. */
const ACCOUNTS = [
  ['users', 'password_hash', 'true', 'sessions', 'user_id'],
  ['staff', 'console_password_hash', "role <> 'owner'", 'staff_sessions', 'staff_id'],
  ['staff', 'counter_password_hash', 'is_owner', 'staff_sessions', 'staff_id'],
] as const
