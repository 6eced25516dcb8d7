import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { full, seed } from '../profile.ts'
import { tellFigures } from '../support/figures.ts'
import { type Blow, type Findings, strike } from './durability.ts'
import type { Wrongs } from './durability-inspection.ts'
import type { Plant, Point } from './durability-points.ts'
import { copyOf, type Environment, openHouse } from './environment.ts'

const points: Blow['at'][] = ['file written', 'renamed', 'row inserted', 'before commit', 'after commit', 'any moment']
const kills = full ? { embedded: 500, postgres: 200, PostgreSQL: 50 } : { embedded: 12, postgres: 8, PostgreSQL: 2 }
const nothingWrong: Wrongs = {
  lost: 0,
  duplicates: 0,
  unsettled: 0,
  refused: 0,
  rowsWithoutFile: 0,
  filesWithoutRow: 0,
  uploadsLeft: 0,
}

/** So many kills, at each of these in turn; the seed says how many receipts each lets pass. */
function blowsAt(aims: Blow['at'][], count: number): Blow[] {
  const chance = fc.record({ after: fc.integer({ min: 0, max: 12 }), delay: fc.integer({ min: 0, max: 40 }) })
  return fc
    .sample(chance, { seed, numRuns: count })
    .map((given, turn) => ({ ...given, at: aims[turn % aims.length] ?? 'any moment' }))
}

/** Every kill struck where it was aimed, and nothing came of it. */
function judge(harness: string, blows: Blow[], { struck, acknowledged, retried, wrongs, said }: Findings) {
  tellFigures(harness, { kills: blows.length, ...struck, acknowledged, retried, ...wrongs })
  const aimed = Object.entries(Object.groupBy(blows, ({ at }) => at)).map(([at, some]) => [at, some.length])
  expect(struck).toEqual(Object.fromEntries(aimed))
  expect({ wrongs, said }).toEqual({ wrongs: nothingWrong, said: [] })
}

describe('embedded', () => {
  let fresh: Environment
  beforeAll(async () => {
    fresh = await openHouse('embedded', kills.embedded)
  })
  afterAll(() => fresh.remove())

  /** What is found in a copy of the house whose server has a fault. */
  async function strikeCopy(at: string, plant?: Plant): Promise<Findings> {
    const house = await copyOf(fresh)
    try {
      return await strike(house, [{ at: at as Point, after: 0, delay: 0 }], plant)
    } finally {
      await house.remove()
    }
  }

  test.each([
    ['answered before commit', 'before commit', 'lost'],
    ['renamed after commit', 'after commit', 'rowsWithoutFile'],
    ['files not noted', 'renamed', 'filesWithoutRow'],
    ['key not kept', 'after commit', 'refused'],
  ] as const)('planted: %s is noticed', async (plant, at, wrong) => {
    const { struck, wrongs } = await strikeCopy(at, plant)
    expect(struck).toEqual({ [at]: 1 })
    expect(wrongs[wrong]).toBeGreaterThan(0)
  })

  test('planted: a kill that never comes is noticed', async () => {
    expect((await strikeCopy('nowhere')).struck).toEqual({ nowhere: 0 })
  })

  test(`S-7.09 D-40 ${kills.embedded} kills of the server lose, double and strand nothing`, async () => {
    const blows = blowsAt(points, kills.embedded)
    judge('durability, embedded', blows, await strike(fresh, blows))
  })
})

describe.skipIf(!findPostgres())('PostgreSQL', () => {
  let house: Environment
  beforeAll(async () => {
    house = await openHouse('postgres', kills.postgres + kills.PostgreSQL)
  })
  afterAll(() => house.remove())

  test(`S-7.09 D-40 ${kills.postgres} kills of the server and ${kills.PostgreSQL} of PostgreSQL lose, double and strand nothing`, async () => {
    const blows = [...blowsAt(points, kills.postgres), ...blowsAt(['PostgreSQL'], kills.PostgreSQL)]
    judge('durability, PostgreSQL', blows, await strike(house, blows))
  })
})
