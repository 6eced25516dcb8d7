import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { full, printFigures, seed } from '../profile.ts'
import { copyEnvironment, createEnvironment, type Engine, type Environment, engines } from '../support/environment.ts'
import { WAYS } from './clients.ts'
import { findViolations, nothingWrong, type Violations } from './inspection.ts'
import type { InjectedFault, KillPoint } from './kill-points.ts'
import { type Kill, runKills } from './kills.ts'
import { createShop, type Shop } from './shop.ts'

const works = ['claim', ...WAYS.filter((way) => way !== 'receipt')] as const
const pointsIn = <Name extends string>(work: Name) =>
  [`${work} recorded`, `${work} before commit`, `${work} after commit`] as const
type Aim = { at: Kill['at'][]; full: Record<Engine, number> }
/** Of a claim, a hand-over in each way and a late entry; of an upload; and of the database. */
const aims: Aim[] = [
  { at: works.flatMap(pointsIn), full: { embedded: 360, postgres: 360 } },
  {
    at: ['file written', 'renamed', ...pointsIn('receipt'), 'any moment'],
    full: { embedded: 500, postgres: 200 },
  },
  { at: ['PostgreSQL'], full: { embedded: 0, postgres: 50 } },
]
/**
 * In the short profile each point once. What a transaction leaves behind is proved on PostgreSQL; the other engine must
 * keep it.
 */
const isKilledOn = (engine: Engine, at: Kill['at']) =>
  engine === 'postgres' ||
  engines.length === 1 ||
  !works.some((work) => at.startsWith(work)) ||
  at.endsWith('after commit')

/** So many kills at each of these points in turn. The seed decides how much passes before each. */
function killsOn(engine: Engine): Kill[] {
  const random = fc.record({ after: fc.integer({ min: 0, max: 12 }), delay: fc.integer({ min: 0, max: 40 }) })
  return aims.flatMap(({ at, full: counts }) => {
    const points = full ? at : at.filter((one) => isKilledOn(engine, one))
    const count = full || counts[engine] === 0 ? counts[engine] : points.length
    return fc
      .sample(random, { seed, numRuns: count })
      .map((given, turn) => ({ ...given, at: points[turn % points.length] ?? 'any moment' }))
  })
}

describe.each(engines)('%s', (engine) => {
  const kills = killsOn(engine)
  let shop: Shop
  beforeAll(async () => {
    shop = await createShop(await createEnvironment(engine), kills.length)
  })
  afterAll(() => shop?.environment.remove())

  test(`S-7.09 D-40 R-8 ${kills.length} kills of the server and its database during uploads, claims, hand-overs and late entries lose, duplicate and orphan nothing`, async () => {
    const { hits, record } = await runKills(shop, kills)
    const violations = await findViolations(shop.environment, record)
    const { acknowledged, claimed, used, waiting, retried, problems } = record
    const done = { acknowledged: acknowledged.size, claimed: claimed.size, used: used.size, waiting: waiting.size }
    printFigures(`durability, ${engine}`, { kills: kills.length, ...hits, ...done, retried, ...violations })
    const aimed = Object.entries(Object.groupBy(kills, ({ at }) => at)).map(([at, some]) => [at, some.length])
    expect(hits).toEqual(Object.fromEntries(aimed))
    expect({ violations, problems: problems.slice(0, 5) }).toEqual({ violations: nothingWrong, problems: [] })
  })
})

describe('injected fault: the test notices', () => {
  let original: Shop
  const copies: Environment[] = []
  beforeAll(async () => {
    original = await createShop(await createEnvironment('embedded'), 1)
  })
  afterAll(async () => {
    for (const { remove } of [original.environment, ...copies]) await remove()
  })

  /** What a kill in a copy of the environment does, whose server has a fault. */
  async function killInCopy(at: KillPoint | 'nowhere', injected?: InjectedFault) {
    const environment = await copyEnvironment(original.environment)
    copies.push(environment)
    const { hits, record } = await runKills(
      { ...original, environment },
      [{ at: at as KillPoint, after: 0, delay: 0 }],
      injected,
    )
    return { hits, find: () => findViolations(environment, record) }
  }

  test.each<[InjectedFault, KillPoint, keyof Violations]>([
    ['answered before commit', 'receipt before commit', 'lost'],
    ['renamed after commit', 'receipt after commit', 'rowsWithoutFile'],
    ['files not recorded', 'renamed', 'filesWithoutRow'],
    ['key not stored', 'receipt after commit', 'rejected'],
    ['stock taken apart', 'claim recorded', 'ledgerErrors'],
    ['answered before commit', 'hand-over before commit', 'lost'],
    ['answered before commit', 'counter hand-over before commit', 'lost'],
    ['claim not found by its key', 'claim after commit', 'surplus'],
    ['hand-over not found by its key', 'counter hand-over after commit', 'surplus'],
    ['hand-over not found by its key', 'late hand-over after commit', 'surplus'],
  ])('"%s" at %s', async (injected, at, wrong) => {
    const { hits, find } = await killInCopy(at, injected)
    expect(hits).toEqual({ [at]: 1 })
    expect((await find())[wrong]).toBeGreaterThan(0)
  })

  test('a kill that never comes', async () => {
    expect((await killInCopy('nowhere')).hits).toEqual({ nowhere: 0 })
  })
})
