import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ledgerFaults } from '../../../server/domains/wallet/ledger.store.ts'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { full, seed } from '../profile.ts'
import { tellFigures } from '../support/figures.ts'
import { said, watchQueries } from '../support/queries.ts'
import {
  decideAtOnce,
  type LedgerHouse,
  look,
  newScene,
  openLedgerHouse,
  perform,
  type Scene,
  toldBalances,
} from './environment.ts'
import { allowed, apply, balances, type Model, newModel } from './ledger-model.ts'
import { type Operation, oneOfEach, operations } from './ledger-operations.ts'

const IN_A_ROW = 50
const rows = full ? 200 : 6
const races = full ? { receipts: 200, decisions: 100 } : { receipts: 40, decisions: 25 }
/** An hour's receipts of one member. */
const AN_HOUR = 40

describe.each(findPostgres() ? (['embedded', 'postgres'] as const) : (['embedded'] as const))('%s', (engine) => {
  let house: LedgerHouse
  beforeAll(async () => {
    // Time passes only where an operation waits, however slow the machine.
    vi.useFakeTimers({ toFake: ['Date'] })
    house = await openLedgerHouse(engine)
  })
  afterAll(async () => {
    await house.remove()
    vi.useRealTimers()
  })

  test(`D-45 D-53 D-101 ${rows * IN_A_ROW} random operations leave each balance the sum of its entries`, async () => {
    const counts: Record<string, number> = {}
    await fc.assert(sameAsModel(house, counts), {
      seed,
      numRuns: rows + 1,
      examples: [[oneOfEach]],
      endOnFailure: !full,
    })
    expect(await ledgerFaults(house.server.deps.db.pool)).toEqual([])
    tellFigures(`ledger, ${engine}`, counts)
    expect(Object.keys(counts).sort()).toEqual([...KINDS].sort())
  })

  test(`D-45 ${races.receipts} receipts, each decided ${races.decisions} times at once, are as many credits`, async () => {
    const { approvals, refusals, credits, told } = await race(house, races.receipts, races.decisions)
    tellFigures(`ledger races, ${engine}`, { ...races, approvals, credits, refusals: refusals.length })
    expect({ approvals, credits }).toEqual({ approvals: races.receipts, credits: races.receipts })
    expect(told).toBe(races.receipts * 2)
    expect(refusals.filter((status) => ![409, 503].includes(status))).toEqual([])
    expect(await ledgerFaults(house.server.deps.db.pool)).toEqual([])
  })

  test.each(['UPDATE ledger_entries SET stamps = stamps + 1', 'DELETE FROM ledger_entries', 'TRUNCATE ledger_entries'])(
    'D-62 the ledger refuses %s',
    async (statement) => {
      const { pool } = house.server.deps.db
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

/** Each row of operations is done to the product and to the model, which must agree after every one. */
function sameAsModel(house: LedgerHouse, counts: Record<string, number>) {
  return fc.asyncProperty(operations(IN_A_ROW), async (row) => {
    const [scene, model] = [await newScene(house), newModel()]
    for (const operation of row) {
      const expected = allowed(model, operation)
      const taken = await perform(scene, operation)
      expect({ operation, taken: taken.length }).toEqual({ operation, taken: expected })
      if (expected > 0) apply(model, operation, taken[0] === 2 ? 'manager' : taken[0])
      if (taken.length > 0) counts[operation.kind] = (counts[operation.kind] ?? 0) + 1
      await compare(scene, model)
    }
  })
}

async function compare(scene: Scene, model: Model): Promise<void> {
  const { receipts, sums, entries } = await look(scene)
  expect(sums).toEqual(balances(model))
  expect(entries).toBe(model.entries)
  expect(receipts).toEqual(
    model.receipts.map(({ status, stamps }, at) => ({
      id: scene.receipts[at],
      status,
      stamps,
      credits: Number(status === 'approved'),
    })),
  )
  expect(await toldBalances(scene)).toEqual(sums)
}

/** What came of decisions at once, each of which wants to credit two stamps. */
async function race(house: LedgerHouse, receipts: number, decisions: number) {
  const found = { approvals: 0, credits: 0, told: 0, refusals: [] as number[] }
  for (let left = receipts; left > 0; left -= AN_HOUR) {
    const scene = await newScene(house)
    for (let at = 0; at < Math.min(left, AN_HOUR); at += 1) {
      const { approvals, refusals } = await decideAtOnce(scene, decisions)
      found.approvals += approvals
      found.refusals.push(...refusals)
    }
    found.credits += (await look(scene)).entries
    found.told += (await toldBalances(scene))[0] ?? 0
  }
  return found
}

test('planted: a decision that credits twice is noticed', async () => {
  const house = await openLedgerHouse('embedded')
  await house.server.deps.db.pool.query(
    'ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_decision_id_kind_key',
  )
  const undo = watchQueries(async (_client, statement, send) => {
    if (said(statement).name === 'wallet.credit') await send(statement)
    return send(statement)
  })
  try {
    expect(await race(house, 2, 3)).toMatchObject({ approvals: 2, credits: 4, told: 8 })
    const { failed } = await fc.check(sameAsModel(house, {}), { seed, numRuns: 5, endOnFailure: true })
    expect(failed).toBe(true)
    expect(await ledgerFaults(house.server.deps.db.pool)).not.toEqual([])
  } finally {
    undo()
    await house.remove()
  }
})
