import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { login } from '@stampus/contract/accounts'
import { list } from '@stampus/contract/submissions'
import { type DemoMember, demoMembers } from '../../../demo/people.ts'
import { root } from '../../structure/tree.ts'
import { findPostgres, startPostgres } from '../database/postgres-server.ts'
import { administer, urlOf } from '../database/template.ts'
import { bearerHeader, callApi } from './api.ts'
import { releaseLeases } from './operators.ts'
import { manager, reviewer } from './people.ts'
import { type ServerUnderTest, startServer } from './server-under-test.ts'
import { sharedEnvironment } from './shared-environment.ts'

const PREPARED = 'STAMPUS_PREPARED_DATA'
const SEEDED_WITHIN_MS = 120_000
/** Optimizing the embedded database's code takes longer than these short-lived servers gain from it. */
const SHORT_LIVED = ['--liftoff-only']

/** The demo's data: on the embedded engine, and on a PostgreSQL server where this machine has one. */
type Prepared = { embedded: string; postgres?: { server: string; template: string; dataDir: string } }

/** The engine of a demo server. PostgreSQL starts faster and takes less time; without it, all are embedded. */
export type Engine = 'embedded' | 'postgres'

/**
 * Fills an embedded database with the demo before the first test, because drawing it takes seconds, and copies it to
 * PostgreSQL; returns the clean-up.
 */
export default async function prepareData() {
  const server = await startServer({}, root, SHORT_LIVED)
  await waitForHistory(server)
  await server.end()
  const { dataDir } = server
  const postgres = await copyToPostgres(dataDir)
  process.env[PREPARED] = JSON.stringify({ embedded: dataDir, ...(postgres && { postgres: postgres.copy }) })
  return async () => {
    await server.remove()
    await postgres?.remove()
  }
}

/** Moves the data to a database of PostgreSQL; undefined where this machine cannot start a server. */
async function copyToPostgres(embedded: string) {
  const programs = findPostgres()
  const own = process.env.TEST_DATABASE_URL || !programs ? undefined : await startPostgres(programs)
  const server = process.env.TEST_DATABASE_URL || own?.url
  if (!server) return undefined
  const template = `stampus_journeys_${randomUUID().slice(0, 8)}`
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-journey-'))
  const exported = join(dataDir, 'exported')
  await cp(join(embedded, 'app-key'), join(dataDir, 'app-key'))
  const settings = { ...(await createDatabase(server, template)), DATA_DIR: dataDir }
  await runCommand(['export', exported], { DATA_DIR: embedded })
  await runCommand(['import', exported], settings)
  await rm(exported, { recursive: true })
  const remove = async () => {
    await dropDatabase(server, template)
    await own?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { copy: { server, template, dataDir }, remove }
}

async function runCommand(words: string[], settings: Record<string, string>): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
  await promisify(execFile)(process.execPath, ['scripts/stampus.ts', ...words], { cwd: root, env })
}

/** Creates a database, a copy of another one if it is named; returns the settings of a server for it. */
async function createDatabase(server: string, name: string, template = 'template1') {
  await administer(server, `CREATE DATABASE "${name}" TEMPLATE "${template}"`)
  return { DATABASE_URL: urlOf(server, name) }
}

async function dropDatabase(server: string, name: string): Promise<void> {
  await administer(server, `DROP DATABASE "${name}" WITH (FORCE)`)
}

/** The server adds the demo's receipts while it runs. */
async function waitForHistory(server: ServerUnderTest) {
  const until = Date.now() + SEEDED_WITHIN_MS
  const members = await Promise.all(demoMembers.map(async (member) => ({ member, is: await signIn(server, member) })))
  for (const { member, is } of members) {
    while ((await readStatuses(server, is.token)) !== expectedStatuses(member)) {
      if (Date.now() > until) throw new Error(`The demo was not finished:\n${server.log()}`)
      await pause(200)
    }
  }
}

const signIn = (server: ServerUnderTest, { email, password }: DemoMember) => callApi(server, login, { email, password })
const expectedStatuses = ({ submissions }: DemoMember) => tally(submissions.map(({ outcome }) => outcome.status))

async function readStatuses(server: ServerUnderTest, token: string) {
  return tally((await callApi(server, list, {}, bearerHeader(token))).data.map(({ status }) => status))
}

const tally = (statuses: string[]) => statuses.sort().join()

/** Starts a server on a copy of the prepared data, with these settings. */
export async function startDemoServer(settings: Record<string, string> = {}, engine: Engine = 'embedded') {
  const environment = sharedEnvironment()
  if (environment) return releaseAllLeases(environment)
  const prepared: Prepared | undefined = process.env[PREPARED] && JSON.parse(process.env[PREPARED])
  const postgres = engine === 'postgres' ? prepared?.postgres : undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-journey-'))
  if (prepared) await cp(postgres?.dataDir ?? prepared.embedded, dataDir, { recursive: true })
  const database = postgres && (await copyDatabase(postgres))
  try {
    const server = await startServer({ ...settings, ...database?.settings, DATA_DIR: dataDir }, root, SHORT_LIVED)
    const remove = () => server.remove().then(database?.drop)
    return { ...server, remove }
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    await database?.drop()
    throw error
  }
}

async function copyDatabase({ server, template }: NonNullable<Prepared['postgres']>) {
  const name = `${template}_${randomUUID()}`
  return { settings: await createDatabase(server, name, template), drop: () => dropDatabase(server, name) }
}

/** The desk shows receipts that an earlier journey left open first. */
export async function releaseAllLeases(environment: ServerUnderTest) {
  for (const operator of [reviewer, manager]) await releaseLeases(environment, operator)
  return environment
}
