import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import type { Deps } from '../../../server/deps.ts'
import { openDeps } from '../../../server/deps.ts'
import type { Database } from '../../../server/platform/db/database.ts'
import { testDatabase } from '../database/database.ts'
import { createBucket } from './buckets.ts'

/** A complete server without a port, with its own database and a clock that moves only by `travel`. */
export type TestApp = {
  app: FastifyInstance
  deps: Deps
  /** Moves the server's clock by so many milliseconds. */
  travel(ms: number): void
  /** Runs a statement on the server's database. */
  sql(text: string, values?: unknown[]): Promise<pg.QueryResult>
  close(): Promise<void>
}

/**
 * `settings` are environment settings such as MAX_RECEIPT_AGE_DAYS. A database that is passed in is closed with the
 * rest.
 */
export async function testApp(settings: Record<string, string> = {}, db?: Database): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-test-'))
  const own = { DATA_DIR: dataDir, LOG_LEVEL: 'error', WEB_URL: 'http://stampus.test' }
  const config = readConfig({ ...own, ...(await testBucket()), ...settings })
  const clock = { at: Date.now() }
  const now = () => new Date(clock.at)
  const deps = await openDeps(config, db ?? (await testDatabase()), now)
  const app = await buildApp(deps)
  sendKeys(app)
  return {
    app,
    deps,
    travel: (ms) => {
      clock.at += ms
    },
    sql: (text, values = []) => deps.db.pool.query({ text, values }),
    close: async () => {
      await app.close()
      await deps.jobs.stop()
      await deps.db.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** As the apps do: what changes something has an idempotency key. */
function sendKeys(app: FastifyInstance): void {
  const send = app.inject.bind(app) as (given: InjectOptions) => Promise<LightMyRequestResponse>
  const withKey = (given: InjectOptions | string) => {
    if (typeof given === 'string' || !given.method || given.method === 'GET') return given
    return { ...given, headers: { 'idempotency-key': randomUUID(), ...given.headers } }
  }
  Object.assign(app, { inject: (given: InjectOptions | string) => send(withKey(given) as InjectOptions) })
}

/** The server of one file's tests: it opens before the first of them and closes after the last. */
export function serverForTests(settings: Record<string, string> = {}): TestApp {
  let opened: TestApp | undefined
  const current = () => {
    if (!opened) throw new Error('The server opens before the first test, not while the file loads')
    return opened
  }
  beforeAll(async () => {
    opened = await testApp(settings)
  })
  afterAll(() => opened?.close())
  return {
    get app() {
      return current().app
    },
    get deps() {
      return current().deps
    },
    travel: (ms) => current().travel(ms),
    sql: (text, values) => current().sql(text, values),
    close: () => current().close(),
  }
}

/** The settings for a new bucket where the running project stores files on S3. */
async function testBucket() {
  const server = inject('buckets')
  return server ? createBucket(server) : {}
}
