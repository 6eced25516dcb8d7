import { measureClock } from '../../platform/db/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { compareMigrations } from '../../platform/db/migrate.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { findExcessRights } from '../../platform/db/rights.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type Check, type Found, type Installation, only } from '../../platform/doctor/check.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { errorCodeOf } from '../../platform/errors.ts'
import { unlocksMailedSince } from '../accounts/unlocks/unlocks.service.ts'
import { summarizeFailures } from '../failed-mail/failed-mail.store.ts'
import { countUnlisted } from '../privacy/erasures.ts'
import { findAllErrors } from '../settlement/settlement-check.store.ts'
import * as store from './doctor.store.ts'

const POSTGRES_FROM = 15
const CLOCK_SECONDS = 5
/** For each of the two queries. */
const LEDGER_SECONDS = 5
const LAG_SECONDS = 30
const WAIT_HOURS = 1
const UNLISTED_HOURS = 2
const TIMED_OUT = '57014'
const NOT_ALLOWED = '42501'

const LISTABLE = 'Make the stores of files and backups writable: the hourly clean-up then completes the list.'

const all = { advice: 'Read the log of PostgreSQL, and check the rights of the role of DATABASE_URL.' }
const onServer = ({ engine }: Database) => engine === 'postgres'

export const databaseChecks: Check<Installation & { db: Database }>[] = [
  {
    ...all,
    name: 'Clock',
    find: async ({ db }) => {
      const apart = Math.abs(await measureClock(db.pool)) / 1000
      const wrong = `The clocks of this machine and of the database differ by ${Math.round(apart)} seconds.`
      return only(apart > CLOCK_SECONDS, wrong, 'Let NTP set the clocks of both, for example with chrony.')
    },
  },
  {
    ...all,
    name: 'PostgreSQL',
    find: async ({ db }) => {
      const version = await store.readVersion(db.pool)
      const wrong = `PostgreSQL ${version} is too old.`
      return only(version < POSTGRES_FROM, wrong, `Upgrade it to ${POSTGRES_FROM} or newer.`)
    },
  },
  { ...all, name: 'Release', find: checkRelease },
  {
    ...all,
    name: 'Rights',
    find: async ({ db }) => {
      if (!onServer(db)) return []
      const { superuser, tables } = await findExcessRights(db.pool)
      const advice = 'Give the application a role of its own, and the owner of the tables to MIGRATION_DATABASE_URL.'
      return [
        ...only(superuser, 'The role of DATABASE_URL is a superuser.', advice),
        ...only(
          !superuser && tables.length,
          `The role of DATABASE_URL may change rows that must never change, in ${tables.length} tables such as ${tables[0]}.`,
          advice,
        ),
      ]
    },
  },
  {
    ...all,
    name: 'Managers',
    find: async ({ db }) => {
      const managers = await store.countManagers(db.pool)
      const wrong = managers === 1 ? 'There is only one manager.' : 'There is no manager.'
      return only(managers < 2, wrong, 'Have two at least: what one asks for about money, another confirms.')
    },
  },
  { ...all, name: 'Replication', find: checkReplication },
  {
    ...all,
    name: 'Failed emails',
    find: async ({ db, now }) => {
      const { count, oldest_at } = await summarizeFailures(db.pool, unlocksMailedSince(now()))
      const since = oldest_at?.toISOString().slice(0, 10)
      const wrong = `${count === 1 ? '1 email was' : `${count} emails were`} not sent, the oldest on ${since}.`
      return only(count, wrong, 'Resend them in the console under “Failed emails”, which shows why.')
    },
  },
  {
    ...all,
    name: 'Jobs',
    find: async ({ db, now }) => {
      const waiting = await store.listLateJobs(db.pool, new Date(now().getTime() - WAIT_HOURS * HOUR_MS))
      return waiting.map(({ name, count }) => ({
        wrong: `Jobs of the queue “${name}” have waited for more than ${WAIT_HOURS} hour: ${count}.`,
        advice: 'Check that a server runs with these settings and that its log has no errors of jobs.',
      }))
    },
  },
  {
    advice: LISTABLE,
    name: 'Erasures',
    find: async (given) => {
      const count = await countUnlisted(given, new Date(given.now().getTime() - UNLISTED_HOURS * HOUR_MS))
      const wrong = `Deleted accounts are not on the list that a restore needs to delete them again: ${count}.`
      return only(count, wrong, LISTABLE)
    },
  },
  { ...all, name: 'Ledger', find: checkLedger },
]

/** The role of the application may not read the list of migrations, so the owner does. */
async function checkRelease({ config, db }: Installation & { db: Database }): Promise<Found[]> {
  const { MIGRATION_DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config
  const owner = databaseUrl ? await openDatabase({ databaseUrl, dataDir }) : undefined
  try {
    const { missing, unknown } = await compareMigrations((owner ?? db).pool)
    const start = 'Start a server of this release once: it migrates.'
    const newer = 'Install that release here too; replicas of both may run only while you upgrade.'
    return [
      ...only(missing.length, `The database lacks migrations of this release: ${missing.join(', ')}.`, start),
      ...only(
        missing.length === 0 && unknown.length,
        `The database is of a newer release: it has ${unknown.join(', ')}.`,
        newer,
      ),
    ]
  } catch (error) {
    if (errorCodeOf(error) !== NOT_ALLOWED) throw error
    const wrong = 'The migrations of the database are visible to the owner of the tables only.'
    return [{ kind: 'unknown', wrong, advice: 'Set MIGRATION_DATABASE_URL.' }]
  } finally {
    await owner?.close()
  }
}

async function checkReplication({ db }: { db: Database }): Promise<Found[]> {
  if (!onServer(db)) return []
  const { names, role } = await store.readReplication(db.pool)
  const standbys = await store.listStandbys(db.pool)
  if (standbys.some(({ state }) => state === null))
    return [
      {
        kind: 'unknown',
        wrong: 'The lag of the standbys is not visible to the role of DATABASE_URL.',
        advice: `Run GRANT pg_monitor TO ${role} as a superuser.`,
      },
    ]
  const late = standbys.filter(({ lag_seconds }) => (lag_seconds ?? 0) > LAG_SECONDS)
  const isSync = standbys.some(({ sync_state }) => sync_state === 'sync' || sync_state === 'quorum')
  return [
    ...late.map(({ name, lag_seconds }) => ({
      wrong: `The standby ${name} is ${Math.round(lag_seconds ?? 0)} seconds behind.`,
      advice: 'Check its disk, its network and its log.',
    })),
    ...only(
      names && !isSync,
      'A synchronous standby is set and none is connected: commits wait for it.',
      'Start the standby, or remove it from synchronous_standby_names.',
    ),
  ]
}

/** On a large installation the time does not suffice: that is said, and the command for it has no limit. */
async function checkLedger({ db }: { db: Database }): Promise<Found[]> {
  try {
    const errors = await inTransaction(db.pool, async (tx) => {
      await store.limitStatements(tx, LEDGER_SECONDS)
      return findAllErrors(tx)
    })
    const wrong = `The ledger contradicts the decisions, the first of ${errors.length} errors is: ${errors[0]}.`
    return only(errors.length, wrong, 'Run “npm run ledger:check”, correct nothing by hand, and report it.')
  } catch (error) {
    if (errorCodeOf(error) !== TIMED_OUT) throw error
    const wrong = 'The ledger is too large to be checked here.'
    return [{ kind: 'unknown', wrong, advice: 'Run “npm run ledger:check” at a quiet time.' }]
  }
}
