import { describe, expect, test } from 'vitest'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { full, printFigures } from '../profile.ts'
import { engines, useLedgerServer } from '../support/environment.ts'
import { changeStatements } from '../support/queries.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { runLockRounds, VERBS, type Verb } from './locks.ts'

type Mix = { verbs: Verb[]; full: number; short: number }
const mixes: [what: string, mix: Mix][] = [
  ['R-1.02 all that takes locks', { verbs: VERBS, full: 10_000, short: 90 }],
  [
    'R-1.02 R-3.03 opening, signing out and deleting accounts',
    { verbs: ['open', 'sign out others', 'log out elsewhere', 'give back', 'delete account'], full: 2000, short: 30 },
  ],
  [
    'R-1.02 R-4.06 hand-overs at a counter in each way, reversals and deletions',
    {
      verbs: [
        ...(['hand over at counter', 'take back at counter', 'confirm offline', 'enter late'] as const),
        ...(['reverse', 'give back', 'void', 'open', 'delete account'] as const),
      ],
      full: 2000,
      short: 40,
    },
  ],
]
/** A second manager's confirmation is proved with the model. */
const withoutSecond = { CONFIRM_STAMPS: '1000000' }
/** The embedded engine has one connection, so its calls take turns. */
const shareOf = { embedded: full ? 1 : 0.2, postgres: 1 }

describe.each(engines)('%s', (engine) => {
  const ledger = useLedgerServer(engine, withoutSecond)

  test.each(mixes)('%s end without a deadlock in random rounds', async (what, { verbs, ...counts }) => {
    const rounds = (full ? counts.full : counts.short) * shareOf[engine]
    const { calls, accepted, ...found } = await runLockRounds(ledger(), seededRandom(what), { rounds, verbs })
    printFigures(`locks, ${engine}`, { what, rounds, calls, accepted, deadlocks: found.deadlocks })
    expect(found).toEqual({ deadlocks: 0, failures: [], lost: 0, ledgerErrors: [] })
    expect(accepted).toBeGreaterThan(rounds)
  })
})

/** Only PostgreSQL has several connections. */
describe.skipIf(!findPostgres())('injected fault', () => {
  const ledger = useLedgerServer('postgres', withoutSecond)

  test('the test notices a voucher that is locked before its member', async () => {
    const changed = changeStatements('vouchers.own', (text) => `${text} FOR UPDATE OF v`)
    try {
      const verbs: Verb[] = ['give back', 'reverse', 'claim', 'expire']
      const found = await runLockRounds(ledger(), seededRandom('wrong order'), { rounds: 20, verbs })
      expect(changed.count()).toBeGreaterThan(0)
      expect(found.deadlocks).toBeGreaterThan(0)
      expect(found.failures).not.toEqual([])
    } finally {
      changed.restore()
    }
  })
})
