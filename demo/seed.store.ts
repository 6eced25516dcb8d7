import type { Role } from '@stampus/contract/console/operators'
import type { CaseState, CaseSubject } from '@stampus/contract/contact/cases'
import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import type { Status } from '@stampus/contract/submissions'
import { emailKey } from '@stampus/contract/values/emails'
import type { Queryable } from '../server/platform/db/database.ts'
import { many, maybe, maybeValue, one, run, some } from '../server/platform/db/query.ts'
import { raw } from '../server/platform/db/sql.ts'

type NewDemoMember = { name: string; email: string; password_hash: string; link_nonce: string; since: Date }
type NewDemoOperator = { name: string; email: string; password_hash: string; role: Role }

/** Whether the database has no members, operators or merchants. */
export const isEmpty = (db: Queryable) => some(db)`
  SELECT WHERE NOT (EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM operators) OR EXISTS (SELECT FROM merchants))`

/** Adds verified members, marked as demo. */
export const addDemoMembers = (tx: Queryable, members: readonly NewDemoMember[]) => run(tx)`
  INSERT INTO users (name, email, email_key, password_hash, link_nonce, is_demo, created_at, email_verified_at)
  SELECT name, email, email_key, password_hash, link_nonce, true, since, since
  FROM json_to_recordset(${withKeys(members)}) AS
    r(name text, email text, email_key text, password_hash text, link_nonce text, since timestamptz)`

/** Adds operators, marked as demo and seen now, so that each can confirm what the other requests. */
export const addDemoOperators = (tx: Queryable, operators: readonly NewDemoOperator[], seenAt: Date) => run(tx)`
  INSERT INTO staff (name, email, email_key, console_password_hash, role, is_demo, console_seen_at)
  SELECT name, email, email_key, password_hash, role, true, ${seenAt}
  FROM json_populate_recordset(NULL::operators, ${withKeys(operators)})`

export const markDemoOwner = (tx: Queryable, id: number) => run(tx)`UPDATE staff SET is_demo = true WHERE id = ${id}`

/** How far the history of a demo submission has come. */
export type SubmissionProgress = { id: number; status: Status; isChecked: boolean; isAppealed: boolean }

/** People by email, merchants by slug, rewards by title, and the submissions, vouchers and cases that exist already. */
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
export const readDemoState = (db: Queryable) => one<DemoState>(db)`
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
        WHERE o.is_demo ORDER BY p.id, c.id LIMIT 1) AS counter`

function withKeys(people: readonly { email: string }[]): string {
  return JSON.stringify(people.map((person) => ({ ...person, email_key: emailKey(person.email) })))
}

type DemoAccount = { email: string; password_hash: string }

/** Reads the demo's members, operators and owner. */
export const readDemoAccounts = (db: Queryable) => many<DemoAccount>(db)`
  SELECT email, password_hash FROM users WHERE is_demo
  UNION ALL SELECT email, password_hash FROM operators WHERE is_demo
  UNION ALL SELECT email, password_hash FROM owners WHERE is_demo AND password_hash IS NOT NULL`

/** Undefined if the owner was removed. */
export const findDemoOwner = (db: Queryable) =>
  maybeValue(db)`SELECT id FROM owners WHERE is_demo AND removed_at IS NULL`

/** The demo's cashier; undefined if they or their owner were removed. */
export const findDemoCashier = (db: Queryable) => maybe<{ id: number; name: string; pin_hash: string }>(db)`
  SELECT c.id, c.name, c.pin_hash
  FROM owners o JOIN owner_merchants w ON w.owner_id = o.id JOIN cashiers c ON c.merchant_id = w.merchant_id
  WHERE o.is_demo AND o.removed_at IS NULL AND c.removed_at IS NULL ORDER BY c.id LIMIT 1`

/** Replaces the password of a demo account and ends the sessions made with the old one. */
export async function replaceDemoPassword(tx: Queryable, email: string, passwordHash: string): Promise<void> {
  for (const [name, password, may, sessions, holder] of ACCOUNTS) {
    const table = raw(name)
    await run(tx)`
      UPDATE ${table} SET ${raw(password)} = ${passwordHash} WHERE is_demo AND email = ${email} AND ${raw(may)}`
    await run(tx)`
      DELETE FROM ${raw(sessions)} WHERE ${raw(holder)} IN (SELECT id FROM ${table} WHERE is_demo AND email = ${email})`
  }
}

/** The tables of accounts, their passwords and who has one, and the sessions. */
const ACCOUNTS = [
  ['users', 'password_hash', 'true', 'sessions', 'user_id'],
  ['staff', 'console_password_hash', "role <> 'owner'", 'staff_sessions', 'staff_id'],
  ['staff', 'counter_password_hash', 'is_owner', 'staff_sessions', 'staff_id'],
] as const
