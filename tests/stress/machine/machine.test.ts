import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createOperator, createOperatorSession } from '../../support/api/accounts.ts'
import { receiptForm } from '../../support/api/submissions.ts'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { receiptNames, receiptsDir } from '../../support/pictures/receipts.ts'
import { continueErrands, sendOneEach } from '../durability/clients.ts'
import { findViolations, nothingWrong } from '../durability/inspection.ts'
import { createShop, newClientRecord, receiptFieldsOf, type Shop } from '../durability/shop.ts'
import { printFigures } from '../profile.ts'
import { createEnvironment, type Engine, engines } from '../support/environment.ts'

const HOUR_MS = 3_600_000
const DISK_MB = 250
/** The thread would have 40 seconds. */
const AT_ONCE_MS = 10_000

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

type Settings = Parameters<Shop['environment']['start']>[0]

async function openShop(engine: Engine, folder?: string) {
  const environment = await createEnvironment(engine, folder)
  undo.push(environment.remove)
  return createShop(environment, 1)
}

async function start({ environment }: Shop, settings: Settings) {
  const server = await environment.start(settings)
  undo.push(server.kill)
  return server
}

describe.skipIf(!findPostgres())('two servers, whose machines are an hour ahead and an hour behind,', () => {
  test('D-51 agree on who has a receipt open, and on how many pictures a member sends in an hour', async () => {
    expect(await askBoth({})).toEqual({ leases: [200, 409], upload: 'open' })
  })

  test('injected fault: are noticed where they use their own clocks', async () => {
    const seen = await askBoth({ STAMPUS_MACHINE_FAULT: 'own clock' })
    expect(seen).toEqual({ leases: [200, 200], upload: 'done' })
  })
})

/** The server that is ahead is asked for a lease and an upload that the server that is behind has granted to others. */
async function askBoth(settings: Settings) {
  const shop = await openShop('postgres')
  const ahead = await start(shop, { ...settings, STAMPUS_CLOCK_OFFSET_MS: String(HOUR_MS) })
  const behind = await start(shop, { ...settings, STAMPUS_CLOCK_OFFSET_MS: String(-HOUR_MS) })
  const record = newClientRecord()
  const client = shop.clientsOf(0).slice(0, 1)
  await sendOneEach({ shop, server: behind, record }, client)
  const [id] = record.acknowledged.values()
  const db = await shop.environment.openDatabase()
  undo.push(db.close)
  const lease = async ({ url }: { url: string }, now: Date) => {
    const making = { db, now: () => now }
    const headers = await createOperatorSession(making, await createOperator(making))
    const init = { method: 'PUT', headers: { ...headers, 'sec-fetch-site': 'same-origin' } }
    return (await fetch(`${url}/api/console/submissions/${id}/lease`, init)).status
  }
  // By its own clock, the server that is ahead would take other sessions for expired.
  const leases = [await lease(behind, new Date()), await lease(ahead, new Date(Date.now() + HOUR_MS))]
  await db.pool.query("UPDATE rate_counters SET hits = 60 WHERE key LIKE 'uploads|%'")
  const [upload] = await sendOneEach({ shop, server: ahead, record }, client)
  return { leases, upload }
}

test.each(engines)(
  'S-7.09 a full disk loses nothing, and a request that is repeated afterwards succeeds: %s',
  async (engine) => {
    const folder = mountDisk()
    const shop = await openShop(engine, folder)
    const { dataDir } = shop.environment
    const session = {
      shop,
      server: await start(shop, folder ? {} : { STAMPUS_MACHINE_FAULT: 'the disk is full' }),
      record: newClientRecord(),
    }
    const clients = shop.clientsOf(0)
    await sendOneEach(session, clients)
    if (folder) spawnSync('dd', ['if=/dev/zero', `of=${dataDir}/full`, 'bs=4k'])
    else writeFileSync(join(dataDir, 'full'), '')
    const outcomes = await sendOneEach(session, clients)
    const isUp = (await fetch(`${session.server.url}/healthz`).catch(() => undefined))?.ok
    rmSync(join(dataDir, 'full'))
    await continueErrands(session)
    await session.server.stop()
    // After a restart nothing is left open.
    const server = await start(shop, {})
    await continueErrands({ ...session, server })
    await server.stop()
    const violations = await findViolations(shop.environment, session.record)
    const refused = outcomes.filter((outcome) => outcome !== 'done').length
    printFigures(`disk full, ${engine}`, { sent: 2 * clients.length, 'not taken': refused, ...violations })
    expect(isUp).toBe(true)
    expect(refused).toBeGreaterThan(0)
    expect(violations).toEqual(nothingWrong)
  },
)

/** Mounts a small disk. Undefined where this machine does not allow it; a full disk is simulated then. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'stampus-disk-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    console.warn('a full disk: simulated, this machine does not mount one')
    return undefined
  }
  undo.push(() => spawnSync('umount', [folder]))
  return folder
}

test('D-43 ending the thread that decodes a picture gives a server error at once, the next thread decodes it, and the receipts of others are taken meanwhile', async () => {
  const shop = await openShop('embedded')
  const server = await start(shop, { STAMPUS_MACHINE_FAULT: 'the thread is ended' })
  const [client, ...others] = shop.clientsOf(0)
  const heic = receiptNames.find((name) => name.endsWith('.heic'))
  // Where this machine has no phone picture, a file with only the first bytes of one.
  const begin = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1')
  const bytes = heic ? readFileSync(join(receiptsDir, heic)) : begin
  const fields = receiptFieldsOf(shop)
  const headers = { ...client?.member, 'Idempotency-Key': randomUUID() }
  const send = async () => {
    const body = receiptForm(fields, { bytes, name: 'receipt.heic', type: 'image/heic' })
    return (await fetch(`${server.url}/api/submissions`, { method: 'POST', headers, body })).status
  }
  const taken = sendOneEach({ shop, server, record: newClientRecord() }, others.slice(0, 3))
  const begun = performance.now()
  const first = await send()
  expect(performance.now() - begun).toBeLessThan(AT_ONCE_MS)
  expect([first, await send()]).toEqual([500, heic ? 201 : 422])
  expect(await taken).toEqual(['done', 'done', 'done'])
})
