import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../scripts/support/run.ts'
import { findMemberSession, memberSessions } from '../server/domains/accounts/accounts.store.ts'
import { listMerchants } from '../server/domains/merchants/merchants.store.ts'
import { findOwnSubmission, listOwnSubmissions } from '../server/domains/submissions/submissions.store.ts'
import type { Queryable } from '../server/platform/db/database.ts'
import { hashToken } from '../server/platform/security/crypto.ts'
import { cpuSecondsOfFamily } from './process-stats.ts'
import { fixedMember, sessionToken } from './seed-database.ts'

export type Statement = { text: string; values: unknown[] }
export type Statements = Record<string, Statement[]>

export const firstPage = (userId: number) => ({ userId, status: undefined, sort: 'desc', page: 1, size: 15 }) as const
const noFilter = { active: undefined, categoryId: undefined, search: undefined }

/** The statements that the server runs for each target, recorded from its stores. */
export async function statementsOf(ownId: number): Promise<Statements> {
  const now = new Date()
  const day = now.toISOString().slice(0, 10)
  const authenticate = (db: Queryable) =>
    findMemberSession(db, hashToken(sessionToken(fixedMember)), memberSessions.liveSince(now))
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
    return { rows: [[]], rowCount: 1, command: '', oid: 0, fields: [] }
  }
  for (const question of questions) await question({ query } as Queryable)
  return asked
}

/** The connections of the server's pool, for the same number of database processes. */
const CONNECTIONS = 10

type On = { url: string; pid: number }

/** CPU seconds of the database for prepared statements in pgbench; undefined if pgbench is not installed. */
export async function pgbenchSeconds(
  { url, pid }: On,
  statements: Statement[],
  ms: number,
): Promise<number | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'stampus-pgbench-'))
  const script = join(folder, 'script.sql')
  await writeFile(script, statements.map((each) => `${inWords(each)};\n`).join(''))
  const before = cpuSecondsOfFamily(pid)
  const seconds = Math.max(1, Math.round(ms / 1000))
  const options = `-n -M prepared -c ${CONNECTIONS} -T ${seconds} -f`.split(' ')
  const { code, output } = await run('pgbench', [...options, script, url], { quiet: true })
  await rm(folder, { recursive: true, force: true })
  const [, answered] = /actually processed: (\d+)/.exec(output) ?? []
  return code === 0 && answered ? (cpuSecondsOfFamily(pid) - before) / Number(answered) : undefined
}

/** pgbench would read a colon as the start of a variable. */
function inWords({ text, values }: Statement): string {
  return text.replace(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1])).replaceAll('\n', ' ')
}

function literal(value: unknown): string {
  if (value instanceof Date) return `to_timestamp(${value.getTime() / 1000})`
  if (Buffer.isBuffer(value)) return `decode('${value.toString('hex')}', 'hex')`
  return typeof value === 'number' ? String(value) : `'${value}'`
}
