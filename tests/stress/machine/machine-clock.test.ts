import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOperator, createOperatorSession } from '../../support/api/accounts.ts'
import { findPostgres } from '../../support/database/postgres-server.ts'
import type { ServerProcess } from '../../support/server/process.ts'
import { sendOneEach } from '../durability/clients.ts'
import { createShop, type Headers, newClientRecord, type Shop } from '../durability/shop.ts'
import { printFigures } from '../profile.ts'
import { createEnvironment } from '../support/environment.ts'
import type { MachineFault } from './machine-faults.ts'

const HOUR_MS = 3_600_000

describe.skipIf(!findPostgres())('two servers, whose machines are an hour ahead and an hour behind', () => {
  let shop: Shop
  const servers: ServerProcess[] = []
  beforeAll(async () => {
    shop = await createShop(await createEnvironment('postgres'), 1)
  })
  afterAll(async () => {
    for (const server of servers) await server.kill()
    await shop?.environment.remove()
  })

  async function startBoth(fault?: MachineFault): Promise<[ServerProcess, ServerProcess]> {
    const settings = fault ? { STAMPUS_MACHINE_FAULT: fault } : {}
    const ahead = await shop.environment.start({ ...settings, STAMPUS_CLOCK_OFFSET_MS: String(HOUR_MS) })
    const behind = await shop.environment.start({ ...settings, STAMPUS_CLOCK_OFFSET_MS: String(-HOUR_MS) })
    servers.push(ahead, behind)
    return [ahead, behind]
  }

  test('D-51 they agree on who has a receipt open, and on how many pictures a member sends in an hour', async () => {
    const seen = await disagreements(shop, ...(await startBoth()))
    printFigures('clocks two hours apart', seen)
    expect(seen).toEqual({ 'leases taken over': 0, 'limits reset': 0 })
  })

  test('injected fault: the test notices servers that use their own clocks', async () => {
    expect(await disagreements(shop, ...(await startBoth('own clock')))).toEqual({
      'leases taken over': 1,
      'limits reset': 1,
    })
  })
})

/** What the server that is behind grants for a limited time is requested from the server that is ahead. */
async function disagreements(shop: Shop, ahead: ServerProcess, behind: ServerProcess) {
  const record = newClientRecord()
  const client = shop.clientsOf(0).slice(0, 1)
  await sendOneEach({ shop, server: behind, record }, client)
  const db = await shop.environment.openDatabase()
  try {
    const making = { db, now: () => new Date() }
    const one = await createOperatorSession(making, await createOperator(making))
    // By its own clock, the server that is ahead takes other sessions for expired.
    const other = await createOperatorSession(
      { db, now: () => new Date(Date.now() + HOUR_MS) },
      await createOperator(making),
    )
    const [id = 0] = record.acknowledged.values()
    expect(await open(behind, id, one)).toBe(200)
    const lease = await open(ahead, id, other)
    await db.pool.query("UPDATE rate_counters SET hits = 60 WHERE key LIKE 'uploads|%'")
    const [upload] = await sendOneEach({ shop, server: ahead, record }, client)
    await db.pool.query('DELETE FROM rate_counters')
    return { 'leases taken over': Number(lease === 200), 'limits reset': Number(upload === 'done') }
  } finally {
    await db.close()
  }
}

async function open({ url }: ServerProcess, id: number, headers: Headers = {}): Promise<number> {
  const sent = { ...headers, 'sec-fetch-site': 'same-origin' }
  return (await fetch(`${url}/api/console/submissions/${id}/lease`, { method: 'PUT', headers: sent })).status
}
