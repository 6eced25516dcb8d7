import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type BucketServer, startBucketServer } from '../server/buckets.ts'
import { findPostgres, startPostgres } from './postgres-server.ts'
import {
  dropDatabases,
  type EmbeddedTemplate,
  type PostgresTemplate,
  prepareDatabase,
  prepareFolder,
  withApplicationRole,
} from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    template: EmbeddedTemplate | PostgresTemplate
    /** Set where files are stored on S3 instead of the disk. */
    buckets: BucketServer | undefined
  }
}

type Undo = () => Promise<void>

/** Makes the template that `testDatabase()` copies, and what else the project needs; returns the teardown. */
export default async function setUp(project: TestProject): Promise<Undo> {
  const undo: Undo[] = []
  const tearDown = async () => {
    for (const step of undo.reverse()) await step()
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'stampus-test-'))
    undo.push(() => rm(folder, { recursive: true, force: true }))
    project.provide('template', await templateFor(project.name, folder, undo))
    project.provide('buckets', project.name === 'postgres' ? await openBuckets(undo) : undefined)
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}

async function openBuckets(undo: Undo[]): Promise<BucketServer> {
  const directory = await mkdtemp(join(tmpdir(), 'stampus-buckets-'))
  undo.push(() => rm(directory, { recursive: true, force: true }))
  const { endpoint, stop } = await startBucketServer(directory)
  undo.push(stop)
  return { endpoint, directory }
}

/**
 * Only the project `tables-owner` works as the owner of the tables; `postgres` uses the application's role, as in production.
 */
async function templateFor(name: string, folder: string, undo: Undo[]) {
  if (name !== 'postgres' && name !== 'tables-owner') return prepareFolder(folder)
  const made = await prepareDatabase(process.env.TEST_DATABASE_URL || (await ownServer(undo)), folder)
  undo.push(() => dropDatabases(made))
  return name === 'postgres' ? withApplicationRole(made) : made
}

async function ownServer(undo: Undo[]): Promise<string> {
  const programs = findPostgres()
  if (!programs) throw new Error('No PostgreSQL programs were found; TEST_DATABASE_URL can name a server instead')
  const server = await startPostgres(programs)
  undo.push(server.stop)
  return server.url
}
