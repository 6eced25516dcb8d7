import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../server/platform/db/open-database.ts'
import { prepareSchema } from '../../../server/platform/db/prepare.ts'
import { openLog } from '../../../server/platform/metrics/log.ts'
import { full } from '../../stress/profile.ts'
import { findPostgres, startPostgres } from '../../support/database/postgres-server.ts'
import { type TestApp, testApp } from '../../support/server/app.ts'

type Engine = 'embedded' | 'postgres'

const programs = findPostgres()
const every: Engine[] = programs ? ['postgres', 'embedded'] : ['embedded']

/** The engines under attack: in the short profile only PostgreSQL, where this machine has it. */
export const engines = full ? every : every.slice(0, 1)

/** A server without a port and with its own clock. */
export async function startAccountsServer(engine = every[0]): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-security-'))
  const postgres = engine === 'postgres' && programs ? await startPostgres(programs) : undefined
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
