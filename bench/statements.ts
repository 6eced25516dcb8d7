import { findMemberSession, memberSessions } from '../server/domains/accounts/accounts.store.ts'
import { listMerchants } from '../server/domains/merchants/merchants.store.ts'
import { findOwnSubmission, listOwnSubmissions } from '../server/domains/submissions/submissions.store.ts'
import type { Queryable } from '../server/platform/db/database.ts'
import { hashToken } from '../server/platform/security/crypto.ts'
import { fingerprintAppKey, fixedMember } from './seed-database.ts'

export type Statement = { text: string; values: unknown[] }
/** The statements of each target, by its name. */
export type Statements = Record<string, Statement[]>

export const firstPage = (userId: number) => ({ userId, status: undefined, sort: 'desc', page: 1, size: 15 }) as const
const noFilter = { active: undefined, categoryId: undefined, search: undefined }

/** The statements that the server runs for each target, recorded from its stores. */
export async function statementsOf(ownId: number): Promise<Statements> {
  const now = new Date()
  const day = now.toISOString().slice(0, 10)
  const authenticate = (db: Queryable) =>
    findMemberSession(db, hashToken(fingerprintAppKey(fixedMember)), memberSessions.liveSince(now))
  return {
    'public list, looked up': await recordStatements((db) => listMerchants(db, noFilter, day, 1)),
    'search, looked up': await recordStatements((db) => listMerchants(db, { ...noFilter, search: 'kedai a' }, day, 1)),
    'my receipts': await recordStatements(authenticate, (db) => listOwnSubmissions(db, firstPage(fixedMember))),
    'one receipt': await recordStatements(authenticate, (db) => findOwnSubmission(db, fixedMember, ownId)),
  }
}

async function recordStatements(...questions: ((db: Queryable) => Promise<unknown>)[]): Promise<Statement[]> {
  const asked: Statement[] = []
  const query = async (statement: unknown) => {
    const { text, values = [] } = statement as Partial<Statement> & { text: string }
    asked.push({ text, values })
    return { rows: [{}], rowCount: 1, command: '', oid: 0, fields: [] }
  }
  for (const question of questions) await question({ query } as Queryable)
  return asked
}
