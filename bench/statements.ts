import { findMemberSession, memberSessions } from '../server/domains/accounts/sessions/sessions.store.ts'
import { listMerchants } from '../server/domains/merchants/merchants.store.ts'
import {
  findOwnSubmission,
  listOwnSubmissions,
  type OwnPageQuery,
} from '../server/domains/submissions/own-submissions.store.ts'
import type { Queryable } from '../server/platform/db/database.ts'
import { hashToken } from '../server/platform/security/crypto.ts'
import { fingerprintAppKey, fixedMember } from './filling.ts'

export type Statement = { text: string; values: unknown[] }
/** By the name of the target that runs them. */
export type Statements = Record<string, Statement[]>

export const firstPage = (userId: number): OwnPageQuery => ({
  userId,
  status: undefined,
  sort: 'desc',
  page: 1,
  size: 15,
})
const noFilter = { active: undefined, categoryId: undefined, search: undefined }

/** What the server runs for each target that asks the database, taken from its own stores. */
export async function statementsOf(ownId: number): Promise<Statements> {
  const now = new Date()
  const day = now.toISOString().slice(0, 10)
  const caller = (db: Queryable) =>
    findMemberSession(db, hashToken(fingerprintAppKey(fixedMember)), memberSessions.liveSince(now))
  return {
    'public list, looked up': await noted((db) => listMerchants(db, noFilter, day, 1)),
    'search, looked up': await noted((db) => listMerchants(db, { ...noFilter, search: 'kedai a' }, day, 1)),
    'my receipts': await noted(caller, (db) => listOwnSubmissions(db, firstPage(fixedMember))),
    'one receipt': await noted(caller, (db) => findOwnSubmission(db, fixedMember, ownId)),
  }
}

async function noted(...questions: ((db: Queryable) => Promise<unknown>)[]): Promise<Statement[]> {
  const asked: Statement[] = []
  const query = async (statement: unknown) => {
    const { text, values = [] } = statement as Partial<Statement> & { text: string }
    asked.push({ text, values })
    return { rows: [], rowCount: 0, command: '', oid: 0, fields: [] }
  }
  for (const question of questions) await question({ query } as Queryable)
  return asked
}
