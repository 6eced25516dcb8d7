import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../tests/support/browser/server-under-test.ts'
import { testDatabase } from '../../../../tests/support/database/database.ts'
import { temporaryFolder } from '../../../../tests/support/server/temporary-folder.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { requireSessions } from './require-sessions.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const IGNORED = 'extra_float_digits, statement_timeout, idle_in_transaction_session_timeout'

let direct: Database
beforeAll(async () => {
  direct = await testDatabase()
})
afterAll(() => direct?.close())

const opened = async (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '' })
const urlOf = ({ pool }: Database) => new URL(pool.options.connectionString ?? '')

test('D-62 PostgreSQL itself keeps one session for each connection', async () => {
  const db = await opened(urlOf(direct).href)
  await requireSessions(db.pool)
  await db.close()
})

test('D-62 a start that gets a single connection fails, and closes it', async () => {
  const limits = { poolSize: 1, connectSeconds: 1, statementSeconds: 5 }
  const db = await openDatabase({ databaseUrl: urlOf(direct).href, dataDir: '', limits })
  await expect(requireSessions(db.pool)).rejects.toThrow('timeout exceeded')
  await db.close()
})

const pooled = test.runIf(existsSync(PGBOUNCER))

pooled.each<[string, { mode: string; ignored?: string; timeouts?: boolean }, RegExp | undefined]>([
  ['transactions', { mode: 'transaction' }, /pool_mode = session/],
  ['statements', { mode: 'statement' }, /pool_mode = session/],
  ['sessions, with time-outs of the role', { mode: 'session', timeouts: true }, undefined],
  ['sessions, without time-outs', { mode: 'session' }, /ALTER ROLE … SET statement_timeout/],
  ['sessions, without our parameters', { mode: 'session', ignored: 'extra_float_digits' }, /ignore_startup_parameters/],
])('D-62 the start finds out that PgBouncer pools %s', async (_what, { mode, ignored = IGNORED, timeouts }, error) => {
  const pooler = await startPooler({ mode, ignored, timeouts })
  const db = await opened(pooler.url)
  // Connections that others used before must not hide how the pooler works.
  await Promise.allSettled([1, 2, 3].map(() => db.pool.query('SELECT 1')))
  const checking = requireSessions(db.pool)
  await (error ? expect(checking).rejects.toThrow(error) : checking)
  await db.close()
  await pooler.stop()
})

async function startPooler(given: { mode: string; ignored: string; timeouts?: boolean | undefined }) {
  const [folder, port, to] = [await temporaryFolder(), await freePort(), urlOf(direct)]
  const query = given.timeouts
    ? ` connect_query='SET statement_timeout = 15000; SET idle_in_transaction_session_timeout = 30000'`
    : ''
  const path = join(folder, 'pgbouncer.ini')
  writeFileSync(
    path,
    `[databases]
x = host=${to.searchParams.get('host')} dbname=${to.pathname.slice(1)} user=${to.username}${query}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${given.mode}
server_reset_query =
ignore_startup_parameters = ${given.ignored}
`,
  )
  chmodSync(folder, 0o755)
  // Neither runs as root, and only the server's user reaches its socket.
  const { uid, gid } = statSync(to.searchParams.get('host') ?? '')
  const pooler = spawn(PGBOUNCER, [path], { stdio: ['ignore', 'ignore', 'pipe'], uid, gid })
  for await (const line of createInterface(pooler.stderr)) if (line.includes('process up')) break
  return {
    url: `postgres://${to.username}@127.0.0.1:${port}/x`,
    stop: async () => {
      pooler.kill()
      await once(pooler, 'exit')
    },
  }
}
