import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { createSignedInMember, type SignedInMember } from '../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createRandomPhoto, receiptFields, receiptForm, sendReceipt } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { encodePicture, pictureLoad } from './pictures.ts'

const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2))

const server = serverForTests()
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})

test('D-43 a member has two pictures in the queue, and a rejected third one counts', async () => {
  const gates = await holdLine()
  const crowd = await createSignedInMember(server.deps)
  const sent: Promise<number>[] = []
  for (const waiting of [1, 2]) {
    sent.push(createRandomPhoto().then((photo) => send(crowd, photo)))
    await expect.poll(() => pictureLoad().waiting).toBe(waiting)
  }
  expect(await send(crowd, await createRandomPhoto())).toBe(429)
  await Promise.all(gates.map((gate) => gate.open()))
  expect(await Promise.all(sent)).toEqual([201, 201])
  const used = 'SELECT hits FROM rate_counters WHERE key = $1'
  expect((await server.sql(used, [`uploads|${crowd.id}`])).rows).toEqual([{ hits: 3 }])
})

test('D-43 an upload whose client has gone leaves the queue', async () => {
  const gates = await holdLine()
  const member = await createSignedInMember(server.deps)
  const fields = receiptFields(server.deps, (await createMerchant(server.deps)).id)
  const { port } = server.app.server.address() as AddressInfo
  const leaving = new AbortController()
  const [body, { headers, id }] = [receiptForm(fields, { bytes: await createRandomPhoto() }), member]
  const options = { method: 'POST', headers, body, signal: leaving.signal }
  const sent = fetch(`http://127.0.0.1:${port}/api/submissions`, options).catch(() => {})
  await expect.poll(() => pictureLoad().waiting).toBe(1)
  leaving.abort()
  await sent
  // Before the longest wait in the queue.
  await expect.poll(() => pictureLoad().waiting, { timeout: 20_000 }).toBe(0)
  await Promise.all(gates.map((gate) => gate.open()))
  expect((await server.sql('SELECT FROM submissions WHERE user_id = $1', [id])).rowCount).toBe(0)
})

type Gate = { open: () => Promise<void> }

/** Occupies every running slot of the queue. */
async function holdLine(): Promise<Gate[]> {
  const gates: Gate[] = []
  while (gates.length < AT_ONCE) gates.push(await createGate())
  await expect.poll(() => pictureLoad()).toEqual({ running: AT_ONCE, waiting: 0 })
  return gates
}

/** A picture whose decoding lasts until the gate is opened. */
async function createGate(): Promise<Gate> {
  const pipe = join(await temporaryFolder(), 'pipe')
  await promisify(execFile)('mkfifo', [pipe])
  const held = encodePicture(pipe, 'receipt').catch(() => {})
  return {
    open: async () => {
      await (await open(pipe, 'w')).close()
      await held
    },
  }
}

async function send({ headers }: SignedInMember, bytes: Buffer): Promise<number> {
  const fields = receiptFields(server.deps, (await createMerchant(server.deps)).id)
  return (await sendReceipt(server, headers, fields, { bytes })).statusCode
}
