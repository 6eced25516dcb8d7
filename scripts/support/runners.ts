import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import config from '../../vitest.config.ts'
import { findBrowser } from './browser.ts'
import { dearestOf } from './parts.ts'
import { readPlaywright, readVitest } from './reports.ts'
import { run } from './run.ts'
import { watchSlowness } from './slowness.ts'
import { add, formatCounts, nothing, oneFailed, type Tally } from './tally.ts'

export const noBrowser = 'The tests need Chromium, which was neither found nor downloaded: set CHROMIUM_PATH.'

export function runVitest(vitestArgs: string[], env: NodeJS.ProcessEnv): Promise<Tally> {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code, processor } = await run('vitest', ['run', ...vitestArgs, ...reporters], { env })
    return { ...readVitest(report, code), processor }
  })
}

export async function runJourneys(config: string, env: NodeJS.ProcessEnv): Promise<Tally> {
  const chromium = await findBrowser()
  if (chromium === undefined) throw new Error(noBrowser)
  return withReport(async (report) => {
    const variables = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const args = ['test', `--config=${config}`, '--reporter=list,json']
    const { code, processor } = await run('playwright', args, { env: { ...env, ...variables } })
    return { ...readPlaywright(report, code), processor }
  })
}

async function withReport(read: (report: string) => Promise<Tally>): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'stampus-report-'))
  try {
    return await read(join(folder, 'report.json'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function runParts(parts: Record<string, () => Promise<Tally>>): Promise<Tally> {
  let sum = nothing
  for (const [title, part] of Object.entries(parts)) sum = add(sum, await timed(title, part))
  return sum
}

export function testEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_ENV: 'test' }
}

async function timed(title: string, part: () => Promise<Tally>) {
  console.log(`\n── ${title}`)
  const started = Date.now()
  const slowness = watchSlowness()
  const tally = await part().catch((error) => crashed(title, error))
  const seconds = (Date.now() - started) / 1000
  console.log(`   ${formatCounts(tally)} in ${Math.round(seconds)} s`)
  const { processor, files } = tally
  return { ...tally, files: [], parts: [{ title, seconds, processor, slowness: slowness(), files: dearestOf(files) }] }
}

function crashed(title: string, error: unknown): Tally {
  const message = error instanceof Error ? error.message : String(error)
  console.log(message)
  return oneFailed(`${title}: ${message}`)
}

/** Without PostgreSQL, nothing shows that the server works on it; in CI that is a failure. */
export function missingPostgres(): Tally {
  const names = config.test?.projects?.map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.name : undefined,
  )
  if (names?.includes('postgres')) return nothing
  const why = 'No test ran on PostgreSQL: install it or set TEST_DATABASE_URL'
  if (process.env.CI) return oneFailed(`${why}.`)
  console.log(`${why} (skipped).`)
  return { ...nothing, skipped: 1 }
}
