import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { printFigures } from '../profile.ts'
import { createEnvironment, engines } from '../support/environment.ts'
import { sendOneEach } from './clients.ts'
import type { InjectedFault } from './kill-points.ts'
import { createShop, newClientRecord, type Shop } from './shop.ts'
import { canTrace, findOrderErrors, traceCalls } from './system-calls.ts'

if (!canTrace) console.warn('the order of fsync, rename, COMMIT and answer: SKIPPED, this machine has no strace')

const injectedFaults: [InjectedFault, string][] = [
  ['not synced', 'was not synced before it was renamed'],
  ['renamed after commit', 'was not synced before COMMIT'],
]
/** Other writes of the embedded engine look like a COMMIT, so this fault is tested on PostgreSQL only. */
const injectedFaultsOn = {
  embedded: injectedFaults,
  postgres: [...injectedFaults, ['answered before commit', 'no COMMIT'] as [InjectedFault, string]],
}

describe.skipIf(!canTrace).each(engines)('%s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await createShop(await createEnvironment(engine), 1)
  })
  afterAll(() => shop?.environment.remove())

  /** The system calls of a server while it takes a receipt, with an injected fault where one is given. */
  async function traceOne(injected?: InjectedFault) {
    const server = await shop.environment.start({}, injected)
    const session = { shop, server, record: newClientRecord() }
    try {
      return await traceCalls(server.pid, async () => void (await sendOneEach(session, shop.clientsOf(0).slice(0, 1))))
    } finally {
      await server.kill()
    }
  }

  test('S-7.09 the server syncs, renames, commits and answers in the order that survives a power cut', async () => {
    const calls = await traceOne()
    printFigures(`order by strace, ${engine}`, { calls: calls.length })
    expect(findOrderErrors(calls)).toEqual([])
  })

  test.each(injectedFaultsOn[engine])('injected fault: the test notices "%s"', async (injected, words) => {
    expect(findOrderErrors(await traceOne(injected)).join('\n')).toContain(words)
  })
})
