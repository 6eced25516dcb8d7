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

test('D-43 a waiting member gets a turn before another gets a second, and a rejected upload counts', async () => {
  const [place, ...places] = await holdLine()
  const crowd = await createSignedInMember(server.deps)
  const answered: string[] = []
  const arrive = async (member: SignedInMember, name: string, waiting: number) => {
    void createRandomPhoto()
      .then((photo) => send(member, photo))
      .then((status) => answered.push(`${name} ${status}`))
    await expect.poll(() => pictureLoad().waiting).toBe(waiting)
  }
  await arrive(crowd, 'first', 1)
  await arrive(crowd, 'second', 2)
  expect(await send(crowd, await createRandomPhoto())).toBe(429)
  // Each turn waits for the answer of the one before: otherwise answers may overtake each other.
  const afterFirst = await createGate()
  await arrive(await createSignedInMember(server.deps), 'other', 4)
  const afterOther = await createGate()
  const turn = async (gate: Gate) => {
    const before = answered.length
    await gate.open()
    await expect.poll(() => answered.length).toBeGreaterThan(before)
    return { answered: answered.slice(before), waiting: pictureLoad().waiting }
  }
  expect(await turn(place)).toEqual({ answered: ['first 201'], waiting: 3 })
  expect(await turn(afterFirst)).toEqual({ answered: ['other 201'], waiting: 1 })
  expect(await turn(afterOther)).toEqual({ answered: ['second 201'], waiting: 0 })
  await Promise.all(places.map((other) => other.open()))
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
async function holdLine(): Promise<[Gate, ...Gate[]]> {
  const gates: [Gate, ...Gate[]] = [await createGate()]
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
