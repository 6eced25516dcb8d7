import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { full, printFigures, seed } from '../profile.ts'
import { copyEnvironment, createEnvironment, type Environment } from './environment.ts'
import type { Violations } from './inspection.ts'
import type { InjectedFault, KillPoint } from './kill-points.ts'
import { type Findings, type Kill, runKills } from './kills.ts'

const points: Kill['at'][] = ['file written', 'renamed', 'row inserted', 'before commit', 'after commit', 'any moment']
const killCounts = full
  ? { embedded: 500, postgres: 200, PostgreSQL: 50 }
  : { embedded: 12, postgres: 8, PostgreSQL: 2 }
const nothingWrong: Violations = {
  lost: 0,
  duplicates: 0,
  unsettled: 0,
  rejected: 0,
  rowsWithoutFile: 0,
  filesWithoutRow: 0,
  uploadsLeft: 0,
}

/** So many kills, at each of these points in turn. The seed decides how many receipts pass before each. */
function killsAt(aims: Kill['at'][], count: number): Kill[] {
  const random = fc.record({ after: fc.integer({ min: 0, max: 12 }), delay: fc.integer({ min: 0, max: 40 }) })
  return fc
    .sample(random, { seed, numRuns: count })
    .map((given, turn) => ({ ...given, at: aims[turn % aims.length] ?? 'any moment' }))
}

/** Every kill happened at its point, and nothing went wrong. */
function judge(harness: string, kills: Kill[], { hits, acknowledged, retried, violations, errors }: Findings) {
  printFigures(harness, { kills: kills.length, ...hits, acknowledged, retried, ...violations })
  const aimed = Object.entries(Object.groupBy(kills, ({ at }) => at)).map(([at, some]) => [at, some.length])
  expect(hits).toEqual(Object.fromEntries(aimed))
  expect({ violations, errors }).toEqual({ violations: nothingWrong, errors: [] })
}

describe('embedded', () => {
  let original: Environment
  beforeAll(async () => {
    original = await createEnvironment('embedded', killCounts.embedded)
  })
  afterAll(() => original.remove())

  /** The findings in a copy of the environment whose server has a fault. */
  async function killInCopy(at: string, injected?: InjectedFault): Promise<Findings> {
    const environment = await copyEnvironment(original)
    try {
      return await runKills(environment, [{ at: at as KillPoint, after: 0, delay: 0 }], injected)
    } finally {
      await environment.remove()
    }
  }

  test.each([
    ['answered before commit', 'before commit', 'lost'],
    ['renamed after commit', 'after commit', 'rowsWithoutFile'],
    ['files not recorded', 'renamed', 'filesWithoutRow'],
    ['key not stored', 'after commit', 'rejected'],
  ] as const)('injected fault: the test notices "%s"', async (injected, at, wrong) => {
    const { hits, violations } = await killInCopy(at, injected)
    expect(hits).toEqual({ [at]: 1 })
    expect(violations[wrong]).toBeGreaterThan(0)
  })

  test('injected fault: the test notices a kill that never comes', async () => {
    expect((await killInCopy('nowhere')).hits).toEqual({ nowhere: 0 })
  })

  test(`S-7.09 D-40 ${killCounts.embedded} kills of the server lose, duplicate and orphan nothing`, async () => {
    const kills = killsAt(points, killCounts.embedded)
    judge('durability, embedded', kills, await runKills(original, kills))
  })
})

describe.skipIf(!findPostgres())('PostgreSQL', () => {
  let environment: Environment
  beforeAll(async () => {
    environment = await createEnvironment('postgres', killCounts.postgres + killCounts.PostgreSQL)
  })
  afterAll(() => environment?.remove())

  test(`S-7.09 D-40 ${killCounts.postgres} kills of the server and ${killCounts.PostgreSQL} of PostgreSQL lose, duplicate and orphan nothing`, async () => {
    const kills = [...killsAt(points, killCounts.postgres), ...killsAt(['PostgreSQL'], killCounts.PostgreSQL)]
    judge('durability, PostgreSQL', kills, await runKills(environment, kills))
  })
})
