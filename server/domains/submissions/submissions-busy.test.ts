import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSignedInMember, type SignedInMember } from '../../../tests/support/api/accounts.ts'
import { postForm } from '../../../tests/support/api/calls.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createRandomPhoto, receiptFields, sendReceipt } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { Unavailable } from '../../platform/errors.ts'
import { encodePicture } from '../../platform/images/pictures.ts'

const server = serverForTests()
let member: SignedInMember
/** A member who has one upload left this hour. */
beforeEach(async () => {
  member = await createSignedInMember(server.deps)
  await server.sql('INSERT INTO rate_counters (key, hits, expires_at) VALUES ($1, 59, $2)', [
    `uploads|${member.id}`,
    new Date(server.deps.now().getTime() + 60_000),
  ])
})
afterEach(() => vi.restoreAllMocks())

/** Makes every upload fail with a 503. */
function busy() {
  vi.spyOn(server.deps.storage, 'put').mockRejectedValue(new Unavailable(5))
}

test('S-7.09 a receipt answered with 503 does not count towards the 60 uploads of the hour', async () => {
  const { id: merchantId } = await createMerchant(server.deps)
  const send = async (bytes: Buffer) =>
    (await sendReceipt(server, member.headers, receiptFields(server.deps, merchantId), { bytes })).statusCode
  busy()
  expect([await send(await createRandomPhoto()), await send(await createRandomPhoto())]).toEqual([503, 503])
  vi.restoreAllMocks()
  expect([await send(Buffer.from('no picture')), await send(await createRandomPhoto())]).toEqual([422, 429])
})

test('S-5.05 D-95 a receipt that meets a busy decoder is answered with 503 and stored once by the next try', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'busy-'))
  const path = join(folder, 'no-picture')
  await writeFile(path, 'no picture')
  const { id: merchantId } = await createMerchant(server.deps)
  const bytes = await createRandomPhoto()
  const fields = receiptFields(server.deps, merchantId)
  const headers = { ...member.headers, 'idempotency-key': randomUUID() }
  const send = () => sendReceipt(server, headers, fields, { bytes })
  let isBusy = true
  const occupy = async () => {
    while (isBusy) await encodePicture(path, 'receipt').catch(() => undefined)
  }
  const running = Math.max(1, Math.floor(availableParallelism() / 2))
  const pictures = Array.from({ length: running + 100 }, occupy)
  const refused = await send()
  isBusy = false
  await Promise.all(pictures)
  await rm(folder, { recursive: true })
  expect([refused.statusCode, refused.json().message, refused.headers['retry-after']]).toEqual([
    503,
    'The service is busy or restarting. Please try again in a moment.',
    '5',
  ])
  expect((await send()).statusCode).toBe(201)
  const stored = await server.sql('SELECT status FROM submissions WHERE user_id = $1', [member.id])
  expect(stored.rows).toEqual([{ status: 'pending' }])
})

test('S-5.14 an avatar answered with 503 does not count either', async () => {
  const avatar = new File([new Uint8Array(await createRandomPhoto())], 'me.jpg', { type: 'image/jpeg' })
  const send = async () =>
    (await postForm(server, '/user/profile', { name: member.name, email: member.email, avatar }, member.headers)).status
  busy()
  expect([await send(), await send()]).toEqual([503, 503])
  vi.restoreAllMocks()
  expect([await send(), await send()]).toEqual([200, 429])
})
