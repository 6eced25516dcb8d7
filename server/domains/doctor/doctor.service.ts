import { setTimeout as pause } from 'node:timers/promises'
import type { DoctorReport, Finding } from '@stampus/contract/console/doctor'
import { READ_ONLY } from '../../platform/db/connections/read-only.ts'
import { type Database, ping } from '../../platform/db/database.ts'
import type { Check, Found, Installation } from '../../platform/doctor/check.ts'
import { machineChecks } from '../../platform/doctor/machine-checks.ts'
import { errorCodeOf } from '../../platform/errors.ts'
import { databaseChecks } from './database-checks.ts'

const ANSWERS_WITHIN_MS = 12_000

/** Why there is no database to check. */
type Missing = Found & { check: string }

/** Checks everything side by side, each for twelve seconds at most. Without a database the checks that need it are left out. */
export async function examineInstallation(given: Installation & { db: Database | Missing }): Promise<DoctorReport> {
  const { db } = given
  const reached = 'pool' in db ? await tryCheck(reachable, { ...given, db }) : [finding(db.check, db)]
  const results = await Promise.all([
    ...machineChecks.map(async (check) => ({ check, found: await tryCheck(check, given) })),
    ...('pool' in db && reached.length === 0
      ? databaseChecks.map(async (check) => ({ check, found: await tryCheck(check, { ...given, db }) }))
      : []),
  ])
  return {
    checked_at: given.now().toISOString(),
    findings: [...reached, ...results.flatMap(({ found }) => found)],
    passed: results.filter(({ found }) => found.length === 0).map(({ check }) => check.name),
  }
}

const reachable: Check<Installation & { db: Database }> = {
  name: 'Database',
  find: async ({ db }) =>
    // The health check, which sees it first, may close the connection of the first try.
    ping(db.pool)
      .catch(() => ping(db.pool))
      .then(
        () => [],
        (error) => {
          if (errorCodeOf(error) !== READ_ONLY) throw error
          const advice = 'Point DATABASE_URL at the primary, best through HAProxy.'
          return [{ wrong: 'The database only reads: it is a standby, or was made read-only.', advice }]
        },
      ),
  advice: 'Start PostgreSQL, or correct DATABASE_URL; the checks that need the database were left out.',
}

async function tryCheck<Needs>(check: Check<Needs>, given: Needs): Promise<Finding[]> {
  const late = new AbortController()
  const tooLate = pause(ANSWERS_WITHIN_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error('no answer in time')
  })
  try {
    const found = await Promise.race([check.find(given), tooLate])
    return found.map((one) => finding(check.name, one))
  } catch (error) {
    return [finding(check.name, { wrong: `This check failed: ${reasonOf(error)}.`, advice: check.advice })]
  } finally {
    late.abort()
    tooLate.catch(() => {})
  }
}

const finding = (check: string, { wrong, advice, kind = 'problem' }: Found): Finding => ({ check, kind, wrong, advice })

/** The innermost cause by its code or name: a message may hold an address or a secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return errorCodeOf(error) ?? (error.name === 'Error' ? error.message : error.name)
}
