import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findAllErrors } from '../../../server/domains/settlement/settlement-check.store.ts'
import { full, printFigures, seed } from '../profile.ts'
import { engines, type LedgerServer, useLedgerServer } from '../support/environment.ts'
import { parseStatement, watchQueries } from '../support/queries.ts'
import { type Model, newModel, stampsOf, takenOf } from './model.ts'
import { countAccepted, oneOfEach, operations, perform } from './operations/operations.ts'
import { statementsOf } from './operations/statements.ts'
import { newScenario, readBooks, readRest, type Scenario } from './scenario.ts'

const IN_A_ROW = 50
const COMPARED_AFTER = 10
const rows = full ? 2200 : 40
const kinds = new Set(oneOfEach.map(({ kind }) => kind))

describe.each(engines)('%s', (engine) => {
  const ledger = useLedgerServer(engine)

  test(`D-45 D-53 D-101 R-6.03 R-8 after ${rows * IN_A_ROW} random operations balances, vouchers, stock and statements are as in the model`, async () => {
    const counts: Record<string, number> = {}
    await fc.assert(sameAsModel(ledger(), counts), {
      // Each engine gets sequences of its own.
      seed: seed + engines.indexOf(engine),
      numRuns: rows + 1,
      examples: [[oneOfEach]],
      endOnFailure: !full,
    })
    expect(await findErrors(ledger())).toEqual([])
    printFigures(`ledger, ${engine}`, counts)
    expect(new Set(Object.keys(counts))).toEqual(kinds)
  })

  test('D-62 the ledger rejects UPDATE, DELETE and TRUNCATE, also by the owner of its table', async () => {
    const { sql } = ledger().server
    for (const change of [
      'UPDATE ledger_entries SET stamps = 1',
      'DELETE FROM ledger_entries',
      'TRUNCATE ledger_entries',
    ])
      await expect(sql(change), change).rejects.toThrow('append-only')
  })
})

async function findErrors({ server }: LedgerServer): Promise<string[]> {
  const { pool } = server.deps.db
  return findAllErrors(pool)
}

/** Performs each sequence on the product and on the model. They must accept the same and agree afterwards. */
function sameAsModel(ledger: LedgerServer, counts: Record<string, number>) {
  return fc.asyncProperty(operations(IN_A_ROW), async (row) => {
    const scenario = await newScenario(ledger)
    const model = newModel(ledger.server.deps.now().getTime())
    for (const [at, operation] of row.entries()) {
      const answers = await perform(scenario, operation)
      const accepted = answers.flatMap(({ status }, index) => (status < 300 ? [index] : []))
      const expected = countAccepted(model, operation, accepted[0])
      expect({ at, operation, accepted: accepted.length }).toEqual({ at, operation, accepted: expected })
      if (expected > 0) counts[operation.kind] = (counts[operation.kind] ?? 0) + 1
      await compareBooks(scenario, model)
      if (at % COMPARED_AFTER === 0) await compareRest(scenario, model)
    }
    await compareRest(scenario, model)
  })
}

async function compareBooks(scenario: Scenario, model: Model): Promise<void> {
  expect(await readBooks(scenario)).toEqual({
    receipts: model.receipts.map(({ status, stamps }, at) => ({
      ...{ id: scenario.receipts[at], status, stamps },
      credits: Number(status === 'approved'),
    })),
    balances: model.members.map((member) => stampsOf(model, member).balance),
    entries: model.entries,
  })
}

async function compareRest(scenario: Scenario, model: Model): Promise<void> {
  const members = model.members.filter(({ isDeleted }) => !isDeleted)
  expect(await readRest(scenario)).toEqual({
    vouchers: model.vouchers.map(({ state, isBack, handOvers, late }, at) => ({
      ...{ id: scenario.vouchers[at]?.id, state, isBack, handOvers, late: late.size },
    })),
    taken: model.rewards.map((reward) => takenOf(model, reward)),
    wallets: members.map((member) => stampsOf(model, member)),
    statements: statementsOf(model),
  })
}

describe('injected fault: the test notices', () => {
  const ledger = useLedgerServer('embedded')

  /** What a faulty server does with a statement that has this name or begins so. */
  type Fault = {
    statement: string
    send?: (once: () => Promise<unknown>) => Promise<unknown>
    change?: (text: string) => string
    /** What the database refuses by itself. */
    without?: string
  }
  const twice = async (once: () => Promise<unknown>) => {
    await once()
    return once()
  }
  const never = async () => ({ rows: [], rowCount: 0 })
  const creditedOnce = 'ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_decision_id_kind_key'

  test.each<[string, Fault]>([
    ['a decision that credits twice', { statement: 'wallet.credit', send: twice, without: creditedOnce }],
    [
      'a return that is paid twice',
      { statement: 'wallet.return', send: twice, without: 'DROP INDEX ledger_entries_voucher_event' },
    ],
    ['a reversal that forgets an entry', { statement: 'wallet.reverse', send: never }],
    [
      'a claim that takes no stamps',
      { statement: 'claims.make', change: (text) => text.replace('FROM voucher, event', '$& WHERE false') },
    ],
    ['a stock that gets nothing back', { statement: 'rewards.put-back', send: never }],
    [
      'a statement whose sum is wrong',
      { statement: 'INSERT INTO statements', change: (text) => text.replace('$3', '$3::bigint + 1') },
    ],
  ])('%s', async (_what, { statement: meant, send: faulty = (once) => once(), change = (text) => text, without }) => {
    if (without) await ledger().server.deps.db.pool.query(without)
    const before = await findErrors(ledger())
    const undo = watchQueries((_client, statement, send) => {
      const { name, text } = parseStatement(statement)
      if (name !== meant && !text.startsWith(meant)) return send(statement)
      return faulty(() => send({ ...Object(statement), name: name && `${name}.changed`, text: change(text) }))
    })
    try {
      const { failed } = await fc.check(sameAsModel(ledger(), {}), {
        seed,
        numRuns: 5,
        examples: [[oneOfEach]],
        endOnFailure: true,
      })
      expect(failed).toBe(true)
      expect((await findErrors(ledger())).length).toBeGreaterThan(before.length)
    } finally {
      undo()
    }
  })
})
