import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DoctorReport, Finding } from '@stampus/contract/console/doctor'
import { type Config, InvalidSettings, readConfig } from '../../server/config.ts'
import { examineInstallation } from '../../server/domains/doctor/doctor.service.ts'
import { openDatabase } from '../../server/platform/db/open-database.ts'
import { askServer } from '../../server/platform/lifecycle/command-socket.ts'
import { openStorage } from '../../server/platform/storage/open-storage.ts'

/** Examines the installation that the settings name, changes nothing there, and returns what to print. */
export async function callDoctor(json: boolean): Promise<string> {
  const report = await examine()
  if (report.findings.some(({ kind }) => kind === 'problem')) process.exitCode = 1
  return json ? JSON.stringify(report, undefined, 2) : describe(report)
}

async function examine(): Promise<DoctorReport> {
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error
    return { checked_at: new Date().toISOString(), findings: findingsOf(error), passed: [] }
  }
  const answer = config.DATABASE_URL ? undefined : await askServer(config.DATA_DIR, 'doctor', () => {})
  if (answer) return JSON.parse(answer)
  const db = await openWithoutChange(config)
  try {
    return await examineInstallation({ config, storage: await openStorage(config), now: () => new Date(), db })
  } finally {
    const closed = 'close' in db && db.close()
    if ('engine' in db && db.engine === 'embedded') await closed
    // What a check still waits for must not hold up the command.
    setTimeout(() => process.exit(), 500).unref()
  }
}

const findingsOf = ({ message }: InvalidSettings): Finding[] =>
  message
    .split('\n  ')
    .slice(1)
    .map((wrong) => ({
      check: 'Settings',
      kind: 'problem',
      wrong: `${wrong.replace(':', '')}.`,
      advice: 'Correct it: see .env.example.',
    }))

/** Runs no migration and creates no database. */
async function openWithoutChange(config: Config) {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config
  const check = 'Database'
  if (!databaseUrl && !existsSync(join(dataDir, 'db')))
    return { check, wrong: 'There is no database yet.', advice: 'Start the server once: it creates one.' }
  return openDatabase({ databaseUrl, dataDir })
}

function describe({ findings, passed }: DoctorReport): string {
  const lines = findings.map(({ check, wrong, advice }) => `${check}: ${wrong}\n  ${advice}`)
  return [...lines, `Good: ${passed.join(', ') || 'nothing could be checked'}.`].join('\n')
}
