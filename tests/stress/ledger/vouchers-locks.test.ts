import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { catchMail } from '../../support/api/calls.ts'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { full, printFigures } from '../profile.ts'
import { changeStatements } from '../support/queries.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { createLedgerEnvironment, type LedgerEnvironment } from './environment.ts'
import { runLockRounds } from './vouchers-locks.ts'

const rounds = full ? { rounds: 10_000, checkedAfter: 1000 } : { rounds: 200, checkedAfter: 50 }
const opened = full ? { rounds: 2000, checkedAfter: 2000 } : { rounds: 100, checkedAfter: 100 }
const withoutSecond = { CONFIRM_STAMPS: '1000000' }

describe.each(findPostgres() ? (['embedded', 'postgres'] as const) : (['embedded'] as const))('%s', (engine) => {
  let environment: LedgerEnvironment
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    environment = await createLedgerEnvironment(engine, withoutSecond)
    catchMail(environment.server)
  })
  afterAll(async () => {
    await environment.remove()
    vi.useRealTimers()
  })

  test(`R-1.02 ${rounds.rounds} random rounds of claims, reversals, undos, deletions and expiries end without a deadlock`, async () => {
    const { calls, accepted, ...found } = await runLockRounds(environment, seededRandom('voucher locks'), rounds)
    printFigures(`voucher locks, ${engine}`, { ...rounds, calls, accepted, deadlocks: found.deadlocks })
    expect(found).toEqual({ rounds: rounds.rounds, deadlocks: 0, failures: [], lost: 0, ledgerErrors: [] })
  })

  test(`R-1.02 R-3.03 ${opened.rounds} random rounds of opening, signing out and deleting accounts end without a deadlock`, async () => {
    const verbs = ['open', 'sign out others', 'log out elsewhere', 'give back', 'delete account'] as const
    const random = seededRandom('opened vouchers')
    const { calls, accepted, ...found } = await runLockRounds(environment, random, { ...opened, verbs })
    printFigures(`opened vouchers, ${engine}`, { ...opened, calls, accepted, deadlocks: found.deadlocks })
    expect(found).toEqual({ rounds: opened.rounds, deadlocks: 0, failures: [], lost: 0, ledgerErrors: [] })
  })

  test(`R-1.02 R-4.06 ${opened.rounds} random rounds of hand-overs at a counter in each way, reversals and deletions end without a deadlock`, async () => {
    const verbs = [
      ...(['hand over at counter', 'take back at counter', 'confirm offline', 'enter late'] as const),
      ...(['reverse', 'give back', 'void', 'open', 'delete account'] as const),
    ]
    const random = seededRandom('vouchers at a counter')
    const { calls, accepted, ...found } = await runLockRounds(environment, random, { ...opened, verbs })
    printFigures(`vouchers at a counter, ${engine}`, { ...opened, calls, accepted, deadlocks: found.deadlocks })
    expect(found).toEqual({ rounds: opened.rounds, deadlocks: 0, failures: [], lost: 0, ledgerErrors: [] })
  })
})

/** Only PostgreSQL has several connections. */
test.skipIf(!findPostgres())(
  'injected fault: the test notices a voucher that is locked before its member',
  async () => {
    const environment = await createLedgerEnvironment('postgres', withoutSecond)
    catchMail(environment.server)
    const changed = changeStatements('vouchers.own', (text) => `${text} FOR UPDATE OF v`)
    try {
      const verbs = ['give back', 'reverse', 'claim', 'expire'] as const
      const found = await runLockRounds(environment, seededRandom('wrong order'), {
        rounds: 20,
        checkedAfter: 20,
        verbs,
      })
      expect(changed.count()).toBeGreaterThan(0)
      expect(found.deadlocks).toBeGreaterThan(0)
      expect(found.failures).not.toEqual([])
    } finally {
      changed.restore()
      await environment.remove()
    }
  },
)
