import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, vi } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import type { Database } from '../../../server/platform/db/database.ts'
import { openDatabase } from '../../../server/platform/db/open-database.ts'
import { openPreparedDatabase } from '../../../server/platform/db/prepare.ts'
import { catchMail } from '../../support/api/calls.ts'
import { createMerchant } from '../../support/api/merchants.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../support/database/postgres-server.ts'
import { administer, urlOf } from '../../support/database/template.ts'
import { type TestApp, testApp } from '../../support/server/app.ts'
import { type ServerProcess, startServerProcess } from '../../support/server/process.ts'
import type { InjectedFault } from '../durability/kill-points.ts'
import type { MachineFault } from '../machine/machine-faults.ts'

export type Engine = Database['engine']
/** The engines that this machine has. */
export const engines: Engine[] = findPostgres() ? ['embedded', 'postgres'] : ['embedded']

type Settings = Record<string, string> & { STAMPUS_MACHINE_FAULT?: MachineFault }

/** A data folder and a database of its own, for a server that may be killed and started again. */
export type Environment = ReturnType<typeof environmentIn>

/** An environment on the embedded engine, or on its own PostgreSQL. `disk` is the folder for its data. */
export async function createEnvironment(engine: Engine, disk = tmpdir()): Promise<Environment> {
  const dataDir = await mkdtemp(join(disk, 'stampus-stress-'))
  const postgres = engine === 'postgres' ? await ownPostgres() : undefined
  const databaseUrl = postgres && urlOf(postgres.url, 'stampus')
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'error', ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  await (await openPreparedDatabase(readConfig(settings))).close()
  return environmentIn(dataDir, postgres, databaseUrl)
}

/** A copy of an embedded environment. */
export async function copyEnvironment({ dataDir }: Environment): Promise<Environment> {
  const copy = await mkdtemp(join(tmpdir(), 'stampus-stress-'))
  await cp(dataDir, copy, { recursive: true })
  return environmentIn(copy)
}

function environmentIn(dataDir: string, postgres?: PostgresServer, databaseUrl?: string) {
  let offset = 0
  const openOwnDatabase = (): Promise<Database> => openDatabase({ databaseUrl, dataDir })
  return {
    dataDir,
    postgres,
    openDatabase: openOwnDatabase,
    /** A complete server in this process, with a clock of its own. */
    openApp: async (settings: Record<string, string> = {}) => testApp(settings, await openOwnDatabase()),
    /** A server in a process of its own, with an injected fault where one is given. */
    start: (settings: Settings = {}, injected?: InjectedFault): Promise<ServerProcess> =>
      startServerProcess(dataDir, {
        RECEIPT_OCR: 'off',
        ...settings,
        ...(injected && { STAMPUS_INJECTED_FAULT: injected }),
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        STAMPUS_DATABASE_CLOCK_OFFSET_MS: String(offset),
        NODE_OPTIONS: ['../durability/kill-points.ts', '../machine/machine-faults.ts']
          .map((file) => `--import=${join(import.meta.dirname, file)}`)
          .join(' '),
      }),
    /** The clock of the next server. */
    now: () => new Date(Date.now() + offset),
    /** Moves that clock, which only a server that asks the database for the time has. */
    travel: (ms: number) => {
      offset += ms
    },
    remove: async () => {
      await postgres?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
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

/** A server in this process, and a merchant for receipts. */
export type LedgerServer = { server: TestApp; merchantId: number }

/** Opens one for the tests of a block, whose time passes only where a test says so, and where no mail is sent. */
export function useLedgerServer(engine: Engine, settings: Record<string, string> = {}): () => LedgerServer {
  const open: { environment?: Environment; ledger?: LedgerServer } = {}
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    open.environment = await createEnvironment(engine)
    const server = await open.environment.openApp(settings)
    catchMail(server)
    open.ledger = { server, merchantId: (await createMerchant(server.deps)).id }
  })
  afterAll(async () => {
    await open.ledger?.server.close()
    await open.environment?.remove()
    vi.useRealTimers()
  })
  return () => {
    if (!open.ledger) throw new Error('The server is not open')
    return open.ledger
  }
}
