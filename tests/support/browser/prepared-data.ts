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
import { administer, copyOf, dropDatabases, type PostgresTemplate, urlOf } from '../database/template.ts'
import { bearerHeader, callApi } from './api.ts'
import { releaseLeases } from './operators.ts'
import { manager, reviewer } from './people.ts'
import { type ServerUnderTest, startServer } from './server-under-test.ts'
import { sharedEnvironment } from './shared-environment.ts'

const PREPARED = 'STAMPUS_PREPARED_DATA'
const SEEDED_WITHIN_MS = 120_000
/** Optimizing the embedded database's code takes longer than these short-lived servers gain from it. */
const SHORT_LIVED = ['--liftoff-only']

/** The demo's data: a folder with the embedded database, and a database on PostgreSQL where this machine has it. */
type Prepared = { embedded: string; postgres?: PostgresTemplate | undefined }
/** The steps of the clean-up, the first to be done last. */
type Undo = (() => Promise<void>)[]

/** The engine of a demo server. PostgreSQL starts faster and takes less time; without it, all are embedded. */
type Engine = 'embedded' | 'postgres'

/**
 * Fills an embedded database with the demo before the first test, because drawing it takes seconds, and copies it to
 * PostgreSQL; returns the clean-up.
 */
export default async function prepareData() {
  const server = await startServer({}, root, SHORT_LIVED)
  const undo: Undo = [server.remove]
  const cleanUp = async () => {
    for (const step of undo.reverse()) await step()
  }
  try {
    await waitForHistory(server)
    await server.end()
    const prepared: Prepared = { embedded: server.dataDir, postgres: await copyToPostgres(server.dataDir, undo) }
    process.env[PREPARED] = JSON.stringify(prepared)
    return cleanUp
  } catch (error) {
    await cleanUp()
    throw error
  }
}

/** Copies the data of an embedded database; undefined where this machine cannot start PostgreSQL. */
async function copyToPostgres(embedded: string, undo: Undo): Promise<PostgresTemplate | undefined> {
  const programs = findPostgres()
  const own = process.env.TEST_DATABASE_URL || !programs ? undefined : await startPostgres(programs)
  if (own) undo.push(own.stop)
  const server = process.env.TEST_DATABASE_URL || own?.url
  if (!server) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'stampus-journey-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const template = { engine: 'postgres', server, name: `stampus_journeys_${randomUUID().slice(0, 8)}`, folder } as const
  undo.push(() => dropDatabases(template))
  await administer(server, `CREATE DATABASE "${template.name}"`)
  await cp(join(embedded, 'app-key'), join(folder, 'app-key'))
  const exported = join(folder, 'exported')
  await runCommand(['export', exported], { DATA_DIR: embedded })
  await runCommand(['import', exported], { DATABASE_URL: urlOf(server, template.name), DATA_DIR: folder })
  await rm(exported, { recursive: true })
  return template
}

async function runCommand(words: string[], settings: Record<string, string>): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
  await promisify(execFile)(process.execPath, ['scripts/stampus.ts', ...words], { cwd: root, env })
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

/** Starts a server on a copy of the prepared data, with these settings, and returns those with which it can start again. */
export async function startDemoServer(settings: Record<string, string> = {}, engine: Engine = 'embedded') {
  const environment = sharedEnvironment()
  if (environment) return { ...(await releaseAllLeases(environment)), settings }
  const prepared: Prepared | undefined = process.env[PREPARED] && JSON.parse(process.env[PREPARED])
  const postgres = engine === 'postgres' ? prepared?.postgres : undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-journey-'))
  try {
    if (prepared) await cp(postgres?.folder ?? prepared.embedded, dataDir, { recursive: true })
    const database = postgres && { DATABASE_URL: await copyOf(postgres) }
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
