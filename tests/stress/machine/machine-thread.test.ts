import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiptForm } from '../../support/api/submissions.ts'
import { receiptNames, receiptsDir } from '../../support/pictures/receipts.ts'
import { sendOneEach } from '../durability/clients.ts'
import { createShop, newClientRecord, receiptFieldsOf, type Shop } from '../durability/shop.ts'
import { printFigures } from '../profile.ts'
import { createEnvironment } from '../support/environment.ts'

const [heic] = receiptNames.filter((name) => name.endsWith('.heic'))
/** A phone picture; where this machine has none, a file with only the first bytes of a HEIC. */
const picture = heic
  ? readFileSync(join(receiptsDir, heic))
  : Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1')

let shop: Shop
beforeAll(async () => {
  shop = await createShop(await createEnvironment('embedded'), 1)
})
afterAll(() => shop?.environment.remove())

test('D-43 ending the thread that decodes a picture gives a server error at once, and the next thread decodes it', async () => {
  const server = await shop.environment.start({ STAMPUS_MACHINE_FAULT: 'the thread is ended' })
  const [client, ...others] = shop.clientsOf(0)
  const [fields, key] = [receiptFieldsOf(shop), randomUUID()]
  const send = async () => {
    const body = receiptForm(fields, { bytes: picture, name: 'receipt.heic', type: 'image/heic' })
    const headers = { ...client?.member, 'Idempotency-Key': key }
    return (await fetch(`${server.url}/api/submissions`, { method: 'POST', headers, body })).status
  }
  const begun = performance.now()
  const statuses = [await send(), await send()]
  const outcomes = await sendOneEach({ shop, server, record: newClientRecord() }, others.slice(0, 3))
  printFigures('image thread ended', {
    first: statuses[0] ?? 0,
    again: statuses[1] ?? 0,
    ms: Math.round(performance.now() - begun),
  })
  await server.stop()
  expect(statuses).toEqual([500, heic ? 201 : 422])
  expect(outcomes).toEqual(['done', 'done', 'done'])
})
