import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../structure/tree.ts'
import { findPostgres, startPostgres } from '../database/postgres-server.ts'
import { administer, copyOf, dropDatabases, type PostgresTemplate, urlOf } from '../database/template.ts'
import { compileCache } from '../server/process.ts'
import { releaseLeases } from './operators.ts'
import { manager, reviewer } from './people.ts'
import { type ServerUnderTest, startServer } from './server-under-test.ts'
import { sharedEnvironment } from './shared-environment.ts'

const PREPARED = 'STAMPUS_PREPARED_DATA'
/** Optimizing the embedded database's code takes longer than these short-lived servers gain from it. */
const SHORT_LIVED = ['--liftoff-only']

/** The demo's data: a folder, and a database on PostgreSQL where this machine has it, else the folder has the embedded one. */
type Prepared = { folder: string; postgres?: PostgresTemplate | undefined }
/** The steps of the clean-up, the first to be done last. */
type Undo = (() => Promise<void>)[]

/** Makes the demo before the first test, because drawing its receipts takes seconds; returns the clean-up. */
export default async function prepareData() {
  const undo: Undo = []
  const cleanUp = async () => {
    for (const step of undo.reverse()) await step()
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'stampus-journeys-'))
    undo.push(() => rm(folder, { recursive: true, force: true }))
    const postgres = await openTemplate(folder, undo)
    await seed({ DATA_DIR: folder, ...(postgres && { DATABASE_URL: urlOf(postgres.server, postgres.name) }) })
    process.env[PREPARED] = JSON.stringify({ folder, postgres } satisfies Prepared)
    return cleanUp
  } catch (error) {
    await cleanUp()
    throw error
  }
}

/** An empty database; undefined where this machine cannot start PostgreSQL. */
async function openTemplate(folder: string, undo: Undo): Promise<PostgresTemplate | undefined> {
  const programs = findPostgres()
  const own = process.env.TEST_DATABASE_URL || !programs ? undefined : await startPostgres(programs)
  if (own) undo.push(own.stop)
  const server = process.env.TEST_DATABASE_URL || own?.url
  if (!server) return undefined
  const template = { engine: 'postgres', server, name: `stampus_journeys_${randomUUID().slice(0, 8)}`, folder } as const
  undo.push(() => dropDatabases(template))
  await administer(server, `CREATE DATABASE "${template.name}"`)
  return template
}

async function seed(settings: Record<string, string>): Promise<void> {
  const rules = { MAX_RECEIPT_AGE_DAYS: '36500', RECEIPT_OCR: 'off', LOG_LEVEL: 'error' }
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...compileCache, ...rules, ...settings }
  await promisify(execFile)(process.execPath, ['tests/support/browser/seed-demo.ts'], { cwd: root, env })
}

/** Starts a server on a copy of the prepared data, with these settings, and returns those with which it can start again. */
export async function startDemoServer(settings: Record<string, string> = {}) {
  const environment = sharedEnvironment()
  if (environment) return { ...(await releaseAllLeases(environment)), settings }
  const prepared: Prepared | undefined = process.env[PREPARED] && JSON.parse(process.env[PREPARED])
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-journey-'))
  try {
    if (prepared) await cp(prepared.folder, dataDir, { recursive: true })
    const database = prepared?.postgres && { DATABASE_URL: await copyOf(prepared.postgres) }
    const used = { ...settings, ...database, DATA_DIR: dataDir }
    return { ...(await startServer(used, root, SHORT_LIVED)), settings: used }
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  }
}

/** The desk shows receipts that an earlier journey left open first. */
export async function releaseAllLeases(environment: ServerUnderTest) {
  for (const operator of [reviewer, manager]) await releaseLeases(environment, operator)
  return environment
}
