import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../server/config.ts'
import type { Database } from '../../../server/platform/db/database.ts'
import { openDatabase } from '../../../server/platform/db/open-database.ts'
import { prepareSchema } from '../../../server/platform/db/prepare.ts'
import { ResponseCache } from '../../../server/platform/http/response-cache.ts'
import { openLog } from '../../../server/platform/metrics/log.ts'
import { createMember, createMemberSession } from '../../support/api/accounts.ts'
import { createMerchant } from '../../support/api/merchants.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../support/database/postgres-server.ts'
import { administer, urlOf } from '../../support/database/template.ts'
import { type ServerProcess, startServerProcess } from '../../support/server/process.ts'
import type { MachineFault } from '../machine/machine-faults.ts'
import type { InjectedFault } from './kill-points.ts'

/** Each is one client. Another group of members takes over before an hourly limit is near. */
const CLIENTS = 20
const KILLS_PER_COHORT = 10
/**
 * On PostgreSQL the claim of an idempotency key expires after a minute. The test moves its clock instead of waiting.
 */
const CLAIM_LAPSE_MS = 61_000

type Settings = Record<string, string> & { STAMPUS_MACHINE_FAULT?: MachineFault }
export type Headers = Record<string, string>

/** A data folder and a database whose server may be killed and started again. */
export type Environment = {
  dataDir: string
  merchantId: number
  members: Headers[]
  postgres: PostgresServer | undefined
  /** The clients of a round. */
  clients(round: number): Headers[]
  start(settings?: Settings, injected?: InjectedFault): Promise<ServerProcess>
  /** The clock of the latest server. */
  now(): Date
  openDatabase(): Promise<Database>
  remove(): Promise<void>
}

/**
 * Creates an environment on the embedded engine, or on its own PostgreSQL, with enough members for so many kills.
 * `disk` is the folder for its data.
 */
export async function createEnvironment(
  engine: Database['engine'],
  kills: number,
  disk = tmpdir(),
): Promise<Environment> {
  const dataDir = await mkdtemp(join(disk, 'stampus-stress-'))
  const postgres = engine === 'postgres' ? await ownPostgres() : undefined
  const databaseUrl = postgres && urlOf(postgres.url, 'stampus')
  const db = await openDatabase({ databaseUrl, dataDir })
  await prepareSchema(db.pool, openLog({ LOG_LEVEL: 'error' }))
  const now = () => new Date()
  const making = { db, now, responseCache: new ResponseCache(now) }
  const { id: merchantId } = await createMerchant(making)
  const members: Headers[] = []
  while (members.length < CLIENTS * Math.ceil((kills + 1) / KILLS_PER_COHORT))
    members.push(await createMemberSession(making, await createMember(making)))
  await db.close()
  return { ...runtimeOf(dataDir, members, databaseUrl), merchantId, postgres, remove: () => remove(dataDir, postgres) }
}

/** A copy of an embedded environment. */
export async function copyEnvironment(environment: Environment): Promise<Environment> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-stress-'))
  await cp(environment.dataDir, dataDir, { recursive: true })
  return { ...environment, ...runtimeOf(dataDir, environment.members), remove: () => remove(dataDir) }
}

function runtimeOf(dataDir: string, members: Headers[], databaseUrl?: string) {
  let starts = -1
  const clockOffset = () => starts * CLAIM_LAPSE_MS
  return {
    dataDir,
    members,
    clients: (round: number) => {
      const first = Math.floor(round / KILLS_PER_COHORT) * CLIENTS
      return members.slice(first, first + CLIENTS)
    },
    start: (settings: Settings = {}, injected?: InjectedFault) => {
      starts += 1
      return startServerProcess(dataDir, {
        ...settings,
        ...(injected && { STAMPUS_INJECTED_FAULT: injected }),
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        STAMPUS_DATABASE_CLOCK_OFFSET_MS: String(clockOffset()),
        NODE_OPTIONS: ['kill-points.ts', '../machine/machine-faults.ts']
          .map((file) => `--import=${join(import.meta.dirname, file)}`)
          .join(' '),
      })
    },
    now: () => new Date(Date.now() + clockOffset()),
    openDatabase: () => openDatabase({ databaseUrl, dataDir }),
  }
}

/** The config of the environment's server. */
export const configOf = ({ dataDir }: Pick<Environment, 'dataDir'>) => readConfig({ DATA_DIR: dataDir })

async function ownPostgres(): Promise<PostgresServer> {
  const programs = findPostgres()
  if (!programs) throw new Error('This machine has no PostgreSQL')
  const postgres = await startPostgres(programs)
  await administer(postgres.url, 'CREATE DATABASE stampus')
  // PostgreSQL for tests may lose its last commits when it is killed. Here it must not.
  await administer(postgres.url, 'ALTER DATABASE stampus SET synchronous_commit = on')
  return postgres
}

async function remove(dataDir: string, postgres?: PostgresServer): Promise<void> {
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
}
