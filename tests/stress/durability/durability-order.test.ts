import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { tellFigures } from '../support/figures.ts'
import { newBook, sendOneEach } from './durability-clients.ts'
import type { Plant } from './durability-points.ts'
import { canTrace, orderFaults, traced } from './durability-trace.ts'
import { type Environment, openHouse } from './environment.ts'

const engines = findPostgres() ? (['embedded', 'postgres'] as const) : (['embedded'] as const)
if (!canTrace) console.warn('the order of fsync, rename, COMMIT and answer: SKIPPED, this machine has no strace')

const plants: [Plant, string][] = [
  ['not synced', 'was not synced before it was renamed'],
  ['renamed after commit', 'was not synced before COMMIT'],
]
/** What else the embedded engine logs beside a receipt could be taken for its COMMIT. */
const plantsOn = { embedded: plants, postgres: [...plants, ['answered before commit', 'no COMMIT'] as [Plant, string]] }

describe.skipIf(!canTrace).each(engines)('%s', (engine) => {
  let house: Environment
  beforeAll(async () => {
    house = await openHouse(engine, 1)
  })
  afterAll(() => house.remove())

  /** What a server, with a fault where one is named, asks of the kernel while it takes a receipt. */
  async function traceOne(plant?: Plant) {
    const server = await house.start({}, plant)
    try {
      return await traced(server.pid, async () => void (await sendOneEach(house, server, newBook(), 1)))
    } finally {
      await server.kill()
    }
  }

  test('S-7.09 the kernel is asked to sync, rename, commit and answer in the order that survives a power cut', async () => {
    const calls = await traceOne()
    tellFigures(`order by strace, ${engine}`, { calls: calls.length })
    expect(orderFaults(calls)).toEqual([])
  })

  test.each(plantsOn[engine])('planted: %s is noticed', async (plant, words) => {
    expect(orderFaults(await traceOne(plant)).join('\n')).toContain(words)
  })
})
