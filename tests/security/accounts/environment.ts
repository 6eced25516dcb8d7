import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../server/platform/db/open-database.ts'
import { prepareSchema } from '../../../server/platform/db/prepare.ts'
import { openLog } from '../../../server/platform/metrics/log.ts'
import { startPostgres } from '../../support/database/postgres-server.ts'
import { type TestApp, testApp } from '../../support/server/app.ts'

/** A server without a port and with its own clock: on the embedded engine, or on PostgreSQL with these programs. */
export async function startAccountsServer(programs?: string): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-security-'))
  const postgres = programs === undefined ? undefined : await startPostgres(programs)
  const db = await openDatabase({ dataDir, databaseUrl: postgres?.url })
  await prepareSchema(db.pool, openLog({ LOG_LEVEL: 'error' }))
  const server = await testApp({}, db)
  const close = async () => {
    await server.close()
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...server, close }
}
