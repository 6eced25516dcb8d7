import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { apps, buildIfNeeded } from './support/apps.ts'
import { findBrowser } from './support/browser.ts'
import { root } from './support/root.mjs'
import { run } from './support/run.ts'

/** A one-line fault and what notices it: runner, project and path, parts of the test's title and of its failure. */
type Fault = { name: string; file: string; from: string; to: string; noticedBy: string; title?: string; shows?: string }

const runnerOf = ({ noticedBy }: Fault) => noticedBy.split(' ', 2).join(' ')
/** The path as the titles of the runner have it. */
const pathOf = ({ noticedBy }: Fault) => noticedBy.split(' ')[2]?.replace('tests/journeys/', '') ?? ''

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
for (const group of Map.groupBy(wanted, runnerOf).values()) {
  const { code, output } = await runTests(group)
  if (code !== 0) throw new Error(`These tests fail without a fault:\n${output}`)
}
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
  const output = errors.length > 0 ? errors.join('\n') : (await runTests(batch)).output
  for (const { file } of batch) cpSync(join(root, file), join(copy, file))
  built.forEach(copyBuild)
  const left = batch.filter((fault) => !isNoticed(fault, output))
  for (const fault of batch)
    console.log(`${left.includes(fault) ? 'NOT NOTICED' : 'noticed    '}  ${fault.name}  (${fault.noticedBy})`)
  if (left.length > 0) console.log(output.trim())
  return batch.length - left.length
}

/** Whether the test of a fault is among the failures in this output, and its failure says what the fault expects. */
function isNoticed(fault: Fault, output: string): boolean {
  const { title = '', shows = '' } = fault
  // Vitest lists tests that fail alike together. Playwright repeats all titles at the end.
  const [untilSummary = ''] = output.split(/^ {2}\d+ failed$/m)
  const [, ...failures] = untilSummary.split(/^(?<! FAIL .*\n)(?= FAIL .+ > | {2}\d+\) \[)/m)
  return failures.some((failure) => {
    const [, tests = '', words = ''] = /^((?: FAIL .*\n)+|.*\n)([\s\S]*)/.exec(failure) ?? []
    return tests.includes(pathOf(fault)) && tests.includes(title) && words.includes(shows)
  })
}

/** Changes the one place of a fault. False if there is not exactly one. */
function insert({ file, from, to }: Fault): boolean {
  const pieces = readFileSync(join(copy, file), 'utf8').split(from)
  if (pieces.length === 2) writeFileSync(join(copy, file), pieces.join(to))
  return pieces.length === 2
}

async function runTests(batch: Fault[]) {
  const [runner, project = ''] = batch[0]?.noticedBy.split(' ') ?? []
  const paths = [...new Set(batch.map(pathOf))]
  const titles = batch.map((fault) => `${pathOf(fault)}.*${fault.title ?? ''}`).join('|')
  const once = ['--workers=1', '--retries=0']
  const journeys = ['-c', 'tests/playwright.config.ts', `--project=${project}`, ...once, '-g', titles]
  const [command, ...args] =
    runner === 'vitest'
      ? ['vitest', 'run', '--project', project, ...paths]
      : ['playwright', 'test', ...journeys, ...paths]
  const { code, output } = await run(command ?? '', args, { env, quiet: true, cwd: copy })
  return { code, output: stripVTControlCharacters(output) }
}
