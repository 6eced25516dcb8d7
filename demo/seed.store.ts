import type { Role } from '@stampus/contract/console/operators'
import type { Status } from '@stampus/contract/submissions'
import { emailKey } from '@stampus/contract/values/emails'
import type { Queryable } from '../server/platform/db/database.ts'

type NewDemoMember = { name: string; email: string; password_hash: string; link_nonce: string; since: Date }
type NewDemoOperator = { name: string; email: string; password_hash: string; role: Role }

/** Whether nobody and nothing stands in the database yet. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ empty: boolean }>(
    'SELECT NOT (EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM operators) OR EXISTS (SELECT FROM merchants)) AS empty',
  )
  return rows[0]?.empty ?? false
}

/** Adds verified members, marked as demo (D-69). */
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

/** Adds operators, marked as demo (D-69) and seen now, so that each can confirm what the other asks for. */
export async function addDemoOperators(
  tx: Queryable,
  operators: readonly NewDemoOperator[],
  seenAt: Date,
): Promise<void> {
  await tx.query({
    text: `
      INSERT INTO operators (name, email, email_key, password_hash, role, is_demo, last_seen_at)
      SELECT name, email, email_key, password_hash, role, true, $2
      FROM json_populate_recordset(NULL::operators, $1)`,
    values: [withKeys(operators), seenAt],
  })
}

/** A submission of the demo, and how far its history has come. */
export type Sent = { id: number; status: Status; lookedAt: boolean; appealed: boolean }

/** What the demo's history needs to know: ids by address and by slug, and what was sent already. */
export type Standing = {
  members: Record<string, number>
  operators: Record<string, number>
  merchants: Record<string, { id: number; name: string; address: string }>
  sent: (Sent & { userId: number; merchantId: number; invoiceNo: string })[]
}

/** The demo's people, merchants and submissions as they stand now. */
export async function readStanding(db: Queryable): Promise<Standing> {
  const { rows } = await db.query<Standing>(`
    SELECT
      (SELECT coalesce(json_object_agg(email, id), '{}') FROM users WHERE is_demo) AS members,
      (SELECT coalesce(json_object_agg(email, id), '{}') FROM operators WHERE is_demo) AS operators,
      (SELECT coalesce(json_object_agg(slug, json_build_object('id', id, 'name', name, 'address', address)), '{}')
        FROM merchants) AS merchants,
      (SELECT coalesce(json_agg(json_build_object('id', s.id, 'userId', s.user_id, 'merchantId', s.merchant_id,
          'invoiceNo', s.invoice_no, 'status', s.status,
          'lookedAt', EXISTS (SELECT FROM decisions d JOIN spot_check_verdicts v ON v.decision_id = d.id
            WHERE d.submission_id = s.id),
          'appealed', EXISTS (SELECT FROM appeals a WHERE a.submission_id = s.id))), '[]')
        FROM submissions s JOIN users u ON u.id = s.user_id WHERE u.is_demo) AS sent`)
  return rows[0] ?? { members: {}, operators: {}, merchants: {}, sent: [] }
}

function withKeys(people: readonly { email: string }[]): string {
  return JSON.stringify(people.map((person) => ({ ...person, email_key: emailKey(person.email) })))
}

export type DemoAccount = { email: string; password_hash: string }

/** The demo's members and operators that a database holds. */
export async function demoAccounts(db: Queryable): Promise<DemoAccount[]> {
  const { rows } = await db.query<DemoAccount>(`
    SELECT email, password_hash FROM users WHERE is_demo
    UNION ALL SELECT email, password_hash FROM operators WHERE is_demo`)
  return rows
}

/** Gives an account of the demo another password and ends the sessions made with the one before. */
export async function replaceDemoPassword(tx: Queryable, email: string, passwordHash: string): Promise<void> {
  for (const [table, sessions, holder] of ACCOUNTS) {
    await tx.query({
      text: `UPDATE ${table} SET password_hash = $2 WHERE is_demo AND email = $1`,
      values: [email, passwordHash],
    })
    await tx.query({
      text: `DELETE FROM ${sessions} WHERE ${holder} IN (SELECT id FROM ${table} WHERE is_demo AND email = $1)`,
      values: [email],
    })
  }
}

const ACCOUNTS = [
  ['users', 'sessions', 'user_id'],
  ['operators', 'operator_sessions', 'operator_id'],
] as const
