import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import { catchMail } from '../../support/api/calls.ts'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { full, printFigures, seed } from '../profile.ts'
import { parseStatement, watchQueries } from '../support/queries.ts'
import { createLedgerEnvironment, type LedgerEnvironment } from './environment.ts'
import { newVoucherScenario, perform, readScenario, type VoucherScenario } from './vouchers-actions.ts'
import { apply, type Model, newModel, stampsOf, takenOf } from './vouchers-model.ts'
import { type Operation, oneOfEach, operations } from './vouchers-operations.ts'

const IN_A_ROW = 50
const COMPARED_AFTER = 10
const rows = full ? 2000 : 40
/** A second manager's confirmation is proved with the ledger. */
const withoutSecond = { CONFIRM_STAMPS: '1000000' }
/** Malaysia has no daylight saving time. */
const ZONE_OFFSET_MS = 8 * 3_600_000

const KINDS: Operation['kind'][] = [
  ...(['wait', 'receipt', 'approve', 'undo', 'reverse', 'adjust', 'claim', 'give back'] as const),
  ...(['hand over', 'take back', 'void', 'expire', 'recall', 'delete account'] as const),
  ...(['check at counter', 'hand over at counter', 'repeat at counter', 'take back at counter'] as const),
  ...(['confirm offline', 'note', 'enter late', 'end phone', 'end cashier'] as const),
]

describe.each(findPostgres() ? (['embedded', 'postgres'] as const) : (['embedded'] as const))('%s', (engine) => {
  let environment: LedgerEnvironment
  beforeAll(async () => {
    // Time passes only where an operation waits, so that a slow machine changes nothing.
    vi.useFakeTimers({ toFake: ['Date'] })
    environment = await createLedgerEnvironment(engine, withoutSecond)
    catchMail(environment.server)
  })
  afterAll(async () => {
    await environment.remove()
    vi.useRealTimers()
  })

  test(`R-8 after ${rows * IN_A_ROW} random operations vouchers, stock and balances are as in the model`, async () => {
    const counts: Record<string, number> = {}
    await fc.assert(sameAsModel(environment, counts), {
      seed,
      numRuns: rows + 1,
      examples: [[oneOfEach]],
      endOnFailure: !full,
    })
    expect(await findLedgerErrors(environment.server.deps.db.pool)).toEqual([])
    printFigures(`vouchers, ${engine}`, counts)
    expect(Object.keys(counts).sort()).toEqual([...KINDS].sort())
  })
})

/** Performs each sequence on the product and on the model. They must accept the same and agree after each batch. */
function sameAsModel(environment: LedgerEnvironment, counts: Record<string, number>) {
  return fc.asyncProperty(operations(IN_A_ROW), async (row) => {
    const scenario = await newVoucherScenario(environment)
    const model = newModel(environment.server.deps.now().getTime(), ZONE_OFFSET_MS)
    for (const [at, operation] of row.entries()) {
      const expected = apply(model, operation)
      const accepted = await perform(scenario, operation)
      expect({ at, operation, accepted }).toEqual({ at, operation, accepted: expected })
      if (accepted > 0) counts[operation.kind] = (counts[operation.kind] ?? 0) + 1
      if (at % COMPARED_AFTER === 0) await compare(scenario, model)
    }
    await compare(scenario, model)
  })
}

async function compare(scenario: VoucherScenario, model: Model): Promise<void> {
  const stamps = scenario.members.map((_, member) => stampsOf(model, member))
  expect(await readScenario(scenario)).toEqual({
    vouchers: model.vouchers.map(({ state, isBack, handOvers, waiting }, at) => ({
      ...{ id: scenario.vouchers[at]?.id, state, isBack },
      ...{ handOvers, waiting: waiting.size },
    })),
    ids: scenario.vouchers.map(({ id }) => id),
    taken: model.rewards.map((reward) => takenOf(model, reward)),
    balances: stamps.map(({ balance }) => balance),
    entries: model.entries,
    wallets: stamps.filter((_, member) => !model.deleted[member]),
  })
}

describe('injected fault: the test notices', () => {
  /** What a faulty server does with a statement of this name, or how it writes it. */
  type Fault = {
    name: string
    send?: (once: () => Promise<unknown>) => Promise<unknown>
    change?: (text: string) => string
    dropped?: string
  }

  const twice = async (once: () => Promise<unknown>) => {
    await once()
    return once()
  }
  const never = async () => ({ rows: [], rowCount: 0 })
  const withoutStamps = (text: string) => text.replace('FROM voucher, event', '$& WHERE false')

  test.each<[string, Fault]>([
    ['a return that is paid twice', { name: 'wallet.return', send: twice, dropped: 'ledger_entries_voucher_event' }],
    ['a reversal that forgets an entry', { name: 'wallet.reverse', send: never }],
    ['a claim that takes no stamps', { name: 'claims.make', change: withoutStamps }],
    ['a stock that gets nothing back', { name: 'rewards.put-back', send: never }],
  ])('%s', async (_what, { name, send: faulty = (once) => once(), change = (text) => text, dropped }) => {
    const environment = await createLedgerEnvironment('embedded', withoutSecond)
    catchMail(environment.server)
    const { pool } = environment.server.deps.db
    if (dropped) await pool.query(`DROP INDEX ${dropped}`)
    const undo = watchQueries((_client, statement, send) => {
      const parsed = parseStatement(statement)
      if (parsed.name !== name) return send(statement)
      return faulty(() => send({ ...Object(statement), name: `${name}.changed`, text: change(parsed.text) }))
    })
    try {
      const checked = await fc.check(sameAsModel(environment, {}), {
        seed,
        numRuns: 5,
        examples: [[oneOfEach]],
        endOnFailure: true,
      })
      expect(checked.failed).toBe(true)
      expect(await findLedgerErrors(pool)).not.toEqual([])
    } finally {
      undo()
      await environment.remove()
    }
  })
})
