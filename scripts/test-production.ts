import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findPostgres } from '../tests/support/database/postgres-server.ts'
import { buildIfNeeded } from './support/apps.ts'
import { endWithParent, run } from './support/run.ts'
import { runJourneys, runParts, runVitest, testEnvironment } from './support/runners.ts'
import { add, close, nothing, oneFailed, type Tally } from './support/tally.ts'

const PACKAGE_MS = 300_000

endWithParent()

/** `--full` restarts more often and tests the longest outage that the docs promise to survive. */
const profile = process.argv.includes('--full') ? 'full' : 'short'
const missing = await missingPrograms()
const tally = missing.length > 0 ? skipped(missing) : await runAll()
close('test-production', tally)

/** Rolling restarts run alone: they may lose no request. With `--full` every part does: its figures are published. */
async function runAll(): Promise<Tally> {
  const env = { ...testEnvironment(), STAMPUS_PROFILE: profile }
  await buildIfNeeded()
  const config = '--config=tests/production/vitest.config.ts'
  const restarts = await runParts({ 'Rolling restarts': () => runVitest([config, '--project=restarts'], env) })
  const journeys = () =>
    runParts({ 'Journeys before two replicas': () => runJourneys('tests/production/journeys.config.ts', env) })
  const outages = () => runParts({ 'Kills and outages': () => runVitest([config, '--project=others'], env) })
  const others = profile === 'full' ? [await journeys(), await outages()] : await Promise.all([journeys(), outages()])
  return others.reduce(add, restarts)
}

async function missingPrograms(): Promise<string[]> {
  if (!isInstalled('nginx')) await installNginx()
  const programs = ['nginx', 'openssl'].filter((name) => !isInstalled(name))
  return findPostgres() ? programs : ['PostgreSQL', ...programs]
}

function isInstalled(name: string): boolean {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.some((folder) => existsSync(join(folder, name)))
}

async function installNginx(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log("Installing the system's nginx …")
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, quiet: true, timeoutMs: PACKAGE_MS }
  await run('apt-get', ['update'], options)
  await run('apt-get', ['install', '-y', 'nginx-light'], options)
}

/** A failure in CI, where it must run. */
function skipped(programs: string[]): Tally {
  const inCi = Boolean(process.env.CI)
  const why = `Nothing ran, because this machine has no ${programs.join(' and no ')}`
  if (inCi) return oneFailed(`${why}.`)
  console.log(`${why} (skipped).`)
  return { ...nothing, skipped: 1 }
}
