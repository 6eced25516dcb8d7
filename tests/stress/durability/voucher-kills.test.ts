import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../server/platform/db/database.ts'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { full, printFigures, seed } from '../profile.ts'
import { createEnvironment, type Environment } from './environment.ts'
import type { VoucherKillPoint } from './kill-points.ts'
import type { VoucherFault } from './voucher-kill-points.ts'
import { runVoucherKills, type VoucherKill, type VoucherViolations } from './voucher-kills.ts'

const POINTS: VoucherKillPoint[] = [
  ...(['stamps taken', 'claim before commit', 'claim after commit'] as const),
  ...(['hand-over', 'counter hand-over', 'offline hand-over', 'late hand-over', 'waiting entry'] as const).flatMap(
    (work) => [`${work} recorded` as const, `${work} before commit` as const, `${work} after commit` as const],
  ),
]
const rounds = full ? 20 : 1
const nothingWrong: VoucherViolations = { lost: 0, duplicates: 0, unsettled: 0, ledgerErrors: 0 }

let environment: Environment | undefined
afterEach(async () => {
  await environment?.remove()
  environment = undefined
})

/** The findings of kills in a new environment. */
async function kill(engine: Database['engine'], kills: VoucherKill[], injected?: VoucherFault) {
  environment = await createEnvironment(engine, 0)
  return runVoucherKills(environment, kills, injected)
}

describe.each(findPostgres() ? (['embedded', 'postgres'] as const) : (['embedded'] as const))('%s', (engine) => {
  test(`R-8 ${rounds * POINTS.length} kills of the server during claims, hand-overs in each way and late entries lose and double nothing`, async () => {
    const times = fc.sample(fc.integer({ min: 0, max: 12 }), { seed, numRuns: rounds * POINTS.length })
    const kills = times.map((after, at) => ({ at: POINTS[at % POINTS.length] ?? 'stamps taken', after }))
    const { hits, claimed, used, waiting, violations, errors } = await kill(engine, kills)
    printFigures(`voucher kills, ${engine}`, { kills: kills.length, claimed, used, waiting, ...violations })
    expect(hits).toEqual(Object.fromEntries(POINTS.map((at) => [at, rounds])))
    expect({ violations, errors }).toEqual({ violations: nothingWrong, errors: [] })
  })
})

test.each<[VoucherFault, VoucherKillPoint, keyof VoucherViolations]>([
  ['stock taken apart', 'stamps taken', 'ledgerErrors'],
  ['hand-over answered before commit', 'hand-over before commit', 'lost'],
  ['hand-over answered before commit', 'counter hand-over before commit', 'lost'],
  ['claim not found by its key', 'claim after commit', 'unsettled'],
  ['hand-over not found by its key', 'counter hand-over after commit', 'unsettled'],
  ['hand-over not found by its key', 'late hand-over after commit', 'duplicates'],
])('injected fault: the test notices "%s" at %s', async (injected, at, wrong) => {
  const { hits, violations } = await kill('embedded', [{ at, after: 0 }], injected)
  expect(hits).toEqual({ [at]: 1 })
  expect(violations[wrong]).toBeGreaterThan(0)
})
