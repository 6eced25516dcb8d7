import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { full, printFigures, seed } from '../profile.ts'
import { parseStatement, watchQueries } from '../support/queries.ts'
import {
  createLedgerEnvironment,
  decideAtOnce,
  type LedgerEnvironment,
  newScenario,
  perform,
  readBalances,
  readLedger,
  type Scenario,
} from './environment.ts'
import { apply, balances, countAllowed, type Model, newModel } from './ledger-model.ts'
import { type Operation, oneOfEach, operations } from './ledger-operations.ts'

const IN_A_ROW = 50
const rows = full ? 200 : 6
const races = full ? { receipts: 200, decisions: 100 } : { receipts: 40, decisions: 25 }
/** The receipts that one member may send in an hour. */
const AN_HOUR = 40

describe.each(findPostgres() ? (['embedded', 'postgres'] as const) : (['embedded'] as const))('%s', (engine) => {
  let environment: LedgerEnvironment
  beforeAll(async () => {
    // Time passes only where an operation waits, so that a slow machine changes nothing.
    vi.useFakeTimers({ toFake: ['Date'] })
    environment = await createLedgerEnvironment(engine)
  })
  afterAll(async () => {
    await environment.remove()
    vi.useRealTimers()
  })

  test(`D-45 D-53 D-101 after ${rows * IN_A_ROW} random operations each balance is the sum of its entries`, async () => {
    const counts: Record<string, number> = {}
    await fc.assert(sameAsModel(environment, counts), {
      seed,
      numRuns: rows + 1,
      examples: [[oneOfEach]],
      endOnFailure: !full,
    })
    expect(await findLedgerErrors(environment.server.deps.db.pool)).toEqual([])
    printFigures(`ledger, ${engine}`, counts)
    expect(Object.keys(counts).sort()).toEqual([...KINDS].sort())
  })

  test(`D-45 ${races.receipts} receipts, each decided ${races.decisions} times at once, are credited once each`, async () => {
    const { approvals, rejections, credits, shownBalances } = await race(environment, races.receipts, races.decisions)
    printFigures(`ledger races, ${engine}`, { ...races, approvals, credits, rejections: rejections.length })
    expect({ approvals, credits }).toEqual({ approvals: races.receipts, credits: races.receipts })
    expect(shownBalances).toBe(races.receipts * 2)
    expect(rejections.filter((status) => ![409, 503].includes(status))).toEqual([])
    expect(await findLedgerErrors(environment.server.deps.db.pool)).toEqual([])
  })

  test.each(['UPDATE ledger_entries SET stamps = stamps + 1', 'DELETE FROM ledger_entries', 'TRUNCATE ledger_entries'])(
    'D-62 the ledger rejects %s',
    async (statement) => {
      const { pool } = environment.server.deps.db
      const count = async () => (await pool.query('SELECT count(*), sum(stamps) FROM ledger_entries')).rows
      const before = await count()
      await expect(pool.query(statement)).rejects.toThrow('append-only')
      expect(await count()).toEqual(before)
    },
  )
})

const KINDS: Operation['kind'][] = [
  ...(['wait', 'submit', 'decide', 'decide at once', 'undo', 'reverse', 'correct'] as const),
  ...(['answer', 'answer adjustment'] as const),
]

/** Performs each sequence on the product and on the model, which must agree after every operation. */
function sameAsModel(environment: LedgerEnvironment, counts: Record<string, number>) {
  return fc.asyncProperty(operations(IN_A_ROW), async (row) => {
    const [scenario, model] = [await newScenario(environment), newModel()]
    for (const operation of row) {
      const expected = countAllowed(model, operation)
      const taken = await perform(scenario, operation)
      expect({ operation, taken: taken.length }).toEqual({ operation, taken: expected })
      if (expected > 0) apply(model, operation, taken[0] === 2 ? 'manager' : taken[0])
      if (taken.length > 0) counts[operation.kind] = (counts[operation.kind] ?? 0) + 1
      await compare(scenario, model)
    }
  })
}

async function compare(scenario: Scenario, model: Model): Promise<void> {
  const { receipts, sums, entries } = await readLedger(scenario)
  expect(sums).toEqual(balances(model))
  expect(entries).toBe(model.entries)
  expect(receipts).toEqual(
    model.receipts.map(({ status, stamps }, at) => ({
      id: scenario.receipts[at],
      status,
      stamps,
      credits: Number(status === 'approved'),
    })),
  )
  expect(await readBalances(scenario)).toEqual(sums)
}

/** The result of simultaneous decisions, each of which tries to credit two stamps. */
async function race(environment: LedgerEnvironment, receipts: number, decisions: number) {
  const found = { approvals: 0, credits: 0, shownBalances: 0, rejections: [] as number[] }
  for (let left = receipts; left > 0; left -= AN_HOUR) {
    const scenario = await newScenario(environment)
    for (let at = 0; at < Math.min(left, AN_HOUR); at += 1) {
      const { approvals, rejections } = await decideAtOnce(scenario, decisions)
      found.approvals += approvals
      found.rejections.push(...rejections)
    }
    found.credits += (await readLedger(scenario)).entries
    found.shownBalances += (await readBalances(scenario))[0] ?? 0
  }
  return found
}

test('injected fault: the test notices a decision that credits twice', async () => {
  const environment = await createLedgerEnvironment('embedded')
  await environment.server.deps.db.pool.query(
    'ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_decision_id_kind_key',
  )
  const undo = watchQueries(async (_client, statement, send) => {
    if (parseStatement(statement).name === 'wallet.credit') await send(statement)
    return send(statement)
  })
  try {
    expect(await race(environment, 2, 3)).toMatchObject({ approvals: 2, credits: 4, shownBalances: 8 })
    const { failed } = await fc.check(sameAsModel(environment, {}), { seed, numRuns: 5, endOnFailure: true })
    expect(failed).toBe(true)
    expect(await findLedgerErrors(environment.server.deps.db.pool)).not.toEqual([])
  } finally {
    undo()
    await environment.remove()
  }
})
