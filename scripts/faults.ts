import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { apps, buildIfNeeded } from './support/apps.ts'
import { findBrowser } from './support/browser.ts'
import { root } from './support/root.mjs'
import { run } from './support/run.ts'

/**
 * A one-line fault of the product and what notices it: a runner, its project, and a file or folder. `title` is a part of the
 * test's title, `shows` what its failure says.
 */
type Fault = { name: string; file: string; from: string; to: string; noticedBy: string; title?: string; shows?: string }

/** Faults are put into a copy of this checkout. Node finds the packages in the folders above it. */
const copy = join(root, 'test-results', 'faults')
const MOST_AT_ONCE = 10
const parts = process.argv.slice(2)
const listed: Fault[] = JSON.parse(readFileSync(join(root, 'tests', 'faults', 'faults.json'), 'utf8'))
const isWanted = ({ name, noticedBy }: Fault) => parts.some((part) => `${name} ${noticedBy}`.includes(part))
const wanted = parts.length === 0 ? listed : listed.filter(isWanted)

await buildIfNeeded()
await makeCopy()
const env = { ...process.env, NODE_ENV: 'test', CHROMIUM_PATH: await findBrowser() }
let noticed = 0
for (const batch of batchesOf(wanted)) noticed += await tryOut(batch)
rmSync(copy, { recursive: true })
console.log(`\n${noticed} noticed, ${wanted.length - noticed} not noticed`)
if (noticed < wanted.length || noticed === 0) process.exitCode = 1

async function makeCopy() {
  rmSync(copy, { recursive: true, force: true })
  const { output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { quiet: true })
  for (const file of output.trim().split('\n'))
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file))
  for (const folder of [...apps, 'server']) copyBuild(folder)
  mkdirSync(join(copy, 'node_modules', '@stampus'), { recursive: true })
  for (const name of [...apps, 'contract', 'server', 'ui', 'demo', 'tests'])
    symlinkSync(join(copy, name), join(copy, 'node_modules', '@stampus', name), 'junction')
}

function copyBuild(folder: string) {
  rmSync(join(copy, folder, 'dist'), { recursive: true, force: true })
  cpSync(join(root, folder, 'dist'), join(copy, folder, 'dist'), { recursive: true })
}

/** Faults whose failures differ in what they say share a run, each with a file and a test of its own. */
function batchesOf(faults: Fault[]): Fault[][] {
  const batches: Fault[][] = []
  const runnerOf = ({ noticedBy }: Fault) => noticedBy.split(' ', 2).join(' ')
  for (const fault of faults) {
    const isSame = (other: Fault) => other.noticedBy === fault.noticedBy && other.title === fault.title
    const fits = (other: Fault) => other.shows && runnerOf(other) === runnerOf(fault) && other.file !== fault.file
    const open = batches.find((batch) => batch.length < MOST_AT_ONCE && batch.every(fits) && !batch.some(isSame))
    if (fault.shows && open) open.push(fault)
    else batches.push([fault])
  }
  return batches
}

/** Prints what became of each fault of a batch, and returns how many were noticed. */
async function tryOut(batch: Fault[]): Promise<number> {
  const errors = batch.filter((fault) => !insert(fault)).map(({ name }) => `${name}: not one place`)
  const folders = batch.flatMap(({ file, noticedBy }) => (/^playwright/.test(noticedBy) ? [file.split('/')[0]] : []))
  // The server reads its own files and the contract as they are.
  const built = apps.filter((app) => folders.some((folder) => [app, 'ui', 'contract'].includes(folder ?? '')))
  for (const app of built) {
    const { code, output } = await run('node', ['scripts/build.ts', app], { env, quiet: true, cwd: copy })
    if (code !== 0) errors.push(output)
  }
  const output = errors.length > 0 ? errors.join('\n') : await runTests(batch)
  for (const { file } of batch) cpSync(join(root, file), join(copy, file))
  built.forEach(copyBuild)
  const hasFailed = errors.length === 0 && /^ *(Tests +)?\d+ failed|error TS\d+:/m.test(output)
  const left = batch.filter(({ shows = '' }) => !hasFailed || !output.includes(shows))
  for (const fault of batch)
    console.log(`${left.includes(fault) ? 'NOT NOTICED' : 'noticed    '}  ${fault.name}  (${fault.noticedBy})`)
  if (left.length > 0) console.log(output.trim())
  return batch.length - left.length
}

/** Changes the one place of a fault. False if there is not exactly one. */
function insert({ file, from, to }: Fault): boolean {
  const pieces = readFileSync(join(copy, file), 'utf8').split(from)
  if (pieces.length === 2) writeFileSync(join(copy, file), pieces.join(to))
  return pieces.length === 2
}

async function runTests(batch: Fault[]): Promise<string> {
  const [runner, project = ''] = batch[0]?.noticedBy.split(' ') ?? []
  const paths = [...new Set(batch.map(({ noticedBy }) => noticedBy.split(' ')[2] ?? ''))]
  const titles = batch.map(({ noticedBy, title = '' }) => `${noticedBy.split('journeys/')[1]}.*${title}`).join('|')
  const journeys = ['-c', 'tests/playwright.config.ts', `--project=${project}`, '--workers=1', '-g', titles]
  const [command, ...args] =
    runner === 'types'
      ? ['tsc', '--noEmit', '-p', project]
      : runner === 'vitest'
        ? ['vitest', 'run', '--project', project, ...paths]
        : ['playwright', 'test', ...journeys, ...paths]
  const { output } = await run(command ?? '', args, { env, quiet: true, cwd: copy })
  return stripVTControlCharacters(output)
}
