import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithParent } from '../server/parent.ts'
import { buildIfNeeded } from './apps.ts'
import { findBrowser } from './browser.ts'
import { runChecks } from './checks.ts'
import { missingPostgres } from './postgres.ts'
import { readPlaywright, readVitest } from './reports.ts'
import { windows } from './root.mjs'
import { run } from './run.ts'
import { add, closingLine, nothing, type Tally } from './tally.ts'

endWithParent(() => process.kill(windows ? process.pid : -process.pid, 'SIGTERM'))

const browser = await findBrowser()
const tally = browser === undefined ? withoutBrowser() : await runAll(browser)
console.log(`\n${closingLine(tally)}`)
if (tally.failed > 0) process.exitCode = 1

function withoutBrowser(): Tally {
  console.error('The tests need Chromium, and this machine neither has one nor could get one: set CHROMIUM_PATH.')
  return { ...nothing, failed: 1 }
}

async function runAll(chromium: string) {
  const reports = await mkdtemp(join(tmpdir(), 'stampus-reports-'))
  const parts = {
    'Types, lint, unused code, structure': runChecks,
    Build: buildApps,
    'Server, contract, browser code': () => runVitest(join(reports, 'vitest.json')),
    'Browser journeys': () => runJourneys(join(reports, 'journeys.json'), chromium),
  }
  let sum = nothing
  for (const [title, part] of Object.entries(parts)) sum = add(sum, await timed(title, part))
  await rm(reports, { recursive: true, force: true })
  return sum
}

async function timed(title: string, part: () => Promise<Tally>) {
  console.log(`\n── ${title}`)
  const started = Date.now()
  const tally = await part().catch(crashed)
  console.log(`   ${closingLine(tally)} in ${Math.round((Date.now() - started) / 1000)} s`)
  return tally
}

function crashed(fault: unknown): Tally {
  console.log(fault instanceof Error ? fault.message : fault)
  return { ...nothing, failed: 1 }
}

async function buildApps(): Promise<Tally> {
  await buildIfNeeded()
  return { ...nothing, passed: 1 }
}

async function runVitest(report: string) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  // The checks have run the structure tests.
  const { code } = await run('vitest', ['run', '--project=!structure', ...reporters], { env: testEnvironment() })
  return add(readVitest(report, code), missingPostgres())
}

async function runJourneys(report: string, chromium: string) {
  const env = { ...testEnvironment(), CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const args = ['test', '--config=tests/playwright.config.ts', '--reporter=list,json']
  const { code } = await run('playwright', args, { env })
  return readPlaywright(report, code)
}

function testEnvironment() {
  return { ...process.env, NODE_ENV: 'test' }
}
