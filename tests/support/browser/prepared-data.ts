import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { login } from '@stampus/contract/accounts'
import { list } from '@stampus/contract/submissions'
import { type DemoMember, demoMembers } from '../../../demo/people.ts'
import { root } from '../../structure/tree.ts'
import { bearerHeader, callApi } from './api.ts'
import { releaseLeases } from './operators.ts'
import { manager, reviewer } from './people.ts'
import { type ServerUnderTest, startServer } from './server-under-test.ts'
import { sharedEnvironment } from './shared-environment.ts'

const FOLDER = 'STAMPUS_PREPARED_DATA'
const SEEDED_WITHIN_MS = 120_000
/** Optimizing the embedded database's code takes longer than these short-lived servers gain from it. */
const SHORT_LIVED = ['--liftoff-only']

/**
 * Fills one data folder with the demo before the first test, because drawing it takes seconds; returns the clean-up.
 */
export default async function prepareData() {
  const server = await startServer({}, root, SHORT_LIVED)
  await waitForHistory(server)
  await server.end()
  process.env[FOLDER] = server.dataDir
  return server.remove
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
export async function startDemoServer(settings: Record<string, string> = {}) {
  const environment = sharedEnvironment()
  if (environment) return releaseAllLeases(environment)
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-journey-'))
  const prepared = process.env[FOLDER]
  if (prepared) await cp(prepared, dataDir, { recursive: true })
  try {
    return await startServer({ ...settings, DATA_DIR: dataDir }, root, SHORT_LIVED)
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
