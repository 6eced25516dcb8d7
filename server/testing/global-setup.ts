import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findPostgres, startPostgres } from './postgres-server.ts'
import {
  dropDatabases,
  type EmbeddedTemplate,
  type PostgresTemplate,
  prepareDatabase,
  prepareFolder,
} from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    template: EmbeddedTemplate | PostgresTemplate
  }
}

type Undo = () => Promise<void>

/** Makes the template that `testDatabase()` copies, on the engine the project is named after; answers the teardown. */
export default async function setUp(project: TestProject): Promise<Undo> {
  const undo: Undo[] = []
  const tearDown = async () => {
    for (const step of undo.reverse()) await step()
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'stampus-test-'))
    undo.push(() => rm(folder, { recursive: true, force: true }))
    project.provide(
      'template',
      project.name === 'postgres' ? await onServer(folder, undo) : await prepareFolder(folder),
    )
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}

async function onServer(folder: string, undo: Undo[]): Promise<PostgresTemplate> {
  const template = await prepareDatabase(process.env.TEST_DATABASE_URL || (await ownServer(undo)), folder)
  undo.push(() => dropDatabases(template))
  return template
}

async function ownServer(undo: Undo[]): Promise<string> {
  const programs = findPostgres()
  if (!programs) throw new Error('No PostgreSQL programs were found; TEST_DATABASE_URL can name a server instead')
  const server = await startPostgres(programs)
  undo.push(server.stop)
  return server.url
}
