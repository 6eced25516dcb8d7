import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { templateFile } from '../../server/platform/db/embedded/template-database.ts'
import { oneAtATime } from './lock.mjs'
import { serverFlags } from './node.mjs'
import { root } from './root.mjs'
import { run } from './run.ts'

export const apps = ['web', 'console'] as const
export type App = (typeof apps)[number]

const shared = [
  'contract',
  'ui',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.ts',
  'scripts/support/budget.ts',
]

/** Builds the apps whose sources have changed since their last build, and what the server starts with. Throws when a build fails. */
export async function buildIfNeeded() {
  for (const app of apps) {
    if (!(await isBuilt(app))) await oneAtATime('build', async () => (await isBuilt(app)) || buildApp(app))
  }
  if (!(await isServerPrepared())) await oneAtATime('build', async () => (await isServerPrepared()) || prepareServer())
}

async function buildApp(app: App) {
  console.log(`Building ${app} …`)
  await buildApart(app, ['scripts/build.ts', app])
}

/** Makes what the server's starts need not make each time: an empty database, and its modules compiled. */
export async function prepareServer() {
  console.log('Preparing the server …')
  // What V8 compiles under other flags it does not take.
  await buildApart('server', [...serverFlags, 'scripts/build-server.ts'])
}

/** In a process of its own, so that the server which follows is free of what built it. */
async function buildApart(what: string, args: string[]) {
  const { code, output } = await run(process.execPath, args, { quiet: true })
  if (code !== 0) throw new Error(`${output}\nBuilding ${what} failed; the lines above say why.`)
}

async function isServerPrepared() {
  return existsSync(await templateFile())
}

/** Where an app's build says from which sources it was made. */
export const stampFile = (app: App) => join(root, app, 'dist', '.sources')

/** One text for everything that a build of the app depends on. */
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
