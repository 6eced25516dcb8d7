import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { templateFile } from '../../server/platform/db/embedded/template-database.ts'
import { withLock } from './lock.mjs'
import { serverFlags } from './node.mjs'
import { root } from './root.mjs'
import { run } from './run.ts'

export const apps = ['web', 'console', 'counter'] as const
export type App = (typeof apps)[number]

const builders = ['scripts/build.ts', 'scripts/support/budget.ts']
const shared = ['contract', 'ui', 'package-lock.json', 'tsconfig.base.json', ...builders]

/** Builds what has changed since its last build and returns the processor time in seconds. Throws if a build fails. */
export async function buildIfNeeded() {
  let processor = 0
  for (const app of apps) {
    if (!(await isBuilt(app)))
      processor += await withLock('build', async () => ((await isBuilt(app)) ? 0 : buildApp(app)))
  }
  const prepare = async () => ((await isServerPrepared()) ? 0 : prepareServer())
  return processor + ((await isServerPrepared()) ? 0 : await withLock('build', prepare))
}

async function buildApp(app: App) {
  console.log(`Building ${app} …`)
  return buildApart(app, ['scripts/build.ts', app])
}

/** Creates the template database and the compile cache, which make server starts faster. */
export async function prepareServer() {
  console.log('Preparing the server …')
  // V8 rejects code that was compiled under other flags.
  return buildApart('server', [...serverFlags, 'scripts/build-server.ts'])
}

/** Builds in a child process, so that nothing of the build stays in the memory of this one. */
async function buildApart(what: string, args: string[]) {
  const { code, output, processor } = await run(process.execPath, args, { quiet: true })
  if (code !== 0) throw new Error(`${output}\nBuilding ${what} failed; the lines above say why.`)
  return processor
}

async function isServerPrepared() {
  return existsSync(await templateFile())
}

/** The file in which a build stores the hash of its sources. */
export const stampFile = (app: App) => join(root, app, 'dist', '.sources')

/** A hash of everything that a build of the app depends on. */
export async function sourcesOf(app: App) {
  const hash = createHash('sha256').update(JSON.stringify(viteSettings()))
  for (const path of [...shared, app].flatMap(filesIn)) {
    hash
      .update(`${path}\0`)
      .update(await readFile(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

async function isBuilt(app: App) {
  if (!existsSync(stampFile(app))) return false
  return (await readFile(stampFile(app), 'utf8')) === (await sourcesOf(app))
}

function viteSettings() {
  return Object.entries(process.env)
    .filter(([name]) => name.startsWith('VITE_'))
    .sort()
}

function filesIn(path: string) {
  const exclude = ['**/dist', '**/node_modules', '**/*.test.ts']
  const found = globSync([path, `${path}/**/*`], { cwd: root, exclude, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}
