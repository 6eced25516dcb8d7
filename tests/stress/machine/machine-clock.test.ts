import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOperator, operatorHeaders } from '../../support/api/accounts.ts'
import { findPostgres } from '../../support/database/postgres-server.ts'
import type { ServerProcess } from '../../support/server/process.ts'
import { newBook, sendOneEach } from '../durability/durability-clients.ts'
import { type Environment, type Headers, openHouse } from '../durability/environment.ts'
import { tellFigures } from '../support/figures.ts'
import type { MachineFault } from './machine-faults.ts'

const HOUR_MS = 3_600_000

describe.skipIf(!findPostgres())('two servers, whose machines are an hour ahead and an hour behind', () => {
  let house: Environment
  const servers: ServerProcess[] = []
  beforeAll(async () => {
    house = await openHouse('postgres', 1)
  })
  afterAll(async () => {
    for (const server of servers) await server.kill()
    await house.remove()
  })

  async function startBoth(fault?: MachineFault): Promise<[ServerProcess, ServerProcess]> {
    const settings = fault ? { STAMPUS_MACHINE_FAULT: fault } : {}
    const ahead = await house.start({ ...settings, STAMPUS_AHEAD_MS: String(HOUR_MS) })
    const behind = await house.start({ ...settings, STAMPUS_AHEAD_MS: String(-HOUR_MS) })
    servers.push(ahead, behind)
    return [ahead, behind]
  }

  test('D-51 they agree on who has a receipt open, and on how many pictures a member sends in an hour', async () => {
    const seen = await disagreements(house, ...(await startBoth()))
    tellFigures('clocks two hours apart', seen)
    expect(seen).toEqual({ 'leases taken over': 0, 'limits begun anew': 0 })
  })

  test('planted: servers that go by their own clocks are noticed', async () => {
    expect(await disagreements(house, ...(await startBoth('own clock')))).toEqual({
      'leases taken over': 1,
      'limits begun anew': 1,
    })
  })
})

/** What is given for a time by the one that is behind is asked for at the one that is ahead. */
async function disagreements(house: Environment, ahead: ServerProcess, behind: ServerProcess) {
  const book = newBook()
  await sendOneEach(house, behind, book, 1)
  const db = await house.openDatabase()
  try {
    const making = { db, now: () => new Date() }
    const one = await operatorHeaders(making, await anOperator(making))
    // By its own clock, the one that is ahead takes other sessions for forgotten.
    const other = await operatorHeaders({ db, now: () => new Date(Date.now() + HOUR_MS) }, await anOperator(making))
    const [id = 0] = book.acknowledged.values()
    expect(await open(behind, id, one)).toBe(200)
    const lease = await open(ahead, id, other)
    await db.pool.query("UPDATE rate_counters SET hits = 60 WHERE key LIKE 'uploads|%'")
    const [upload] = await sendOneEach(house, ahead, book, 1)
    await db.pool.query('DELETE FROM rate_counters')
    return { 'leases taken over': Number(lease === 200), 'limits begun anew': Number(upload === 'taken') }
  } finally {
    await db.close()
  }
}

async function open({ url }: ServerProcess, id: number, headers: Headers = {}): Promise<number> {
  const sent = { ...headers, 'sec-fetch-site': 'same-origin' }
  return (await fetch(`${url}/api/console/submissions/${id}/lease`, { method: 'PUT', headers: sent })).status
}
