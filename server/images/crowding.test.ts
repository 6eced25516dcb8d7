import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSignedMember, type SignedMember } from '../testing/accounts.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { aMerchant } from '../testing/merchants.ts'
import { receiptNames, receiptsDir } from '../testing/receipts.ts'
import { aPhoto, receiptFields, receiptForm, sendReceipt } from '../testing/submissions.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { tiledHeic } from './heic-samples.ts'
import { pictureWork, readPicture } from './pictures.ts'

const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2))

let server: TestApp
beforeAll(async () => {
  server = await testApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

test.skipIf(!receiptNames.includes('059.heic'))(
  'D-43 one member sends many heavy HEICs at once: the others are answered, and what the line refuses counts',
  { timeout: 180_000 },
  async () => {
    const tile = await readFile(join(receiptsDir, '059.heic'))
    const heavy = tiledHeic(tile, { rows: 4, columns: 4, quarterTurns: 0 })
    const attacker = await aSignedMember(server.deps)
    const attack = Array.from({ length: 12 }, () => send(attacker, heavy))
    const others = await Promise.all(Array.from({ length: 5 }, () => aSignedMember(server.deps)))
    const answers = await Promise.all(others.map(async (member) => send(member, await aPhoto())))
    expect(answers).toEqual(Array(5).fill(201))
    const own = (await Promise.all(attack)).toSorted()
    expect(own.filter((status) => status === 201).length).toBeLessThanOrEqual(3)
    expect(new Set(own)).toEqual(new Set([201, 429]))
    expect(await used(attacker)).toBe(12)
  },
)

test.skipIf(AT_ONCE > 1)('D-43 of three members who wait each has a turn before one of them has a second', async () => {
  const gate = await holdLine()
  const [crowd, one, other] = [
    await aSignedMember(server.deps),
    await aSignedMember(server.deps),
    await aSignedMember(server.deps),
  ]
  const order: string[] = []
  const sent: Promise<unknown>[] = []
  const arrive = async (member: SignedMember, name: string, waiting: number) => {
    sent.push(send(member, await aPhoto()).then((status) => order.push(`${name} ${status}`)))
    await expect.poll(() => pictureWork().waiting).toBe(waiting)
  }
  await arrive(crowd, 'first', 1)
  await arrive(crowd, 'second', 2)
  const third = await send(crowd, await aPhoto())
  await arrive(one, 'one', 3)
  await arrive(other, 'other', 4)
  gate.open()
  await Promise.all(sent)
  expect(third).toBe(429)
  expect(order).toEqual(['first 201', 'one 201', 'other 201', 'second 201'])
})

test('D-43 an upload whose sender has gone leaves the line', async () => {
  const gate = await holdLine()
  const member = await aSignedMember(server.deps)
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  const fields = receiptFields(server.deps, (await aMerchant(server.deps)).id)
  const form = new Response(receiptForm(fields, { bytes: await aPhoto() }))
  const body = Buffer.from(await form.arrayBuffer())
  const lines = ['POST /api/submissions HTTP/1.1', 'host: x', `authorization: ${member.headers.authorization}`]
  lines.push(`content-type: ${form.headers.get('content-type')}`, `content-length: ${body.length}`, '', '')
  socket.write(Buffer.concat([Buffer.from(lines.join('\r\n')), body]))
  await expect.poll(() => pictureWork().waiting).toBe(1)
  socket.destroy()
  // Sooner than the line loses patience.
  await expect.poll(() => pictureWork().waiting, { timeout: 20_000 }).toBe(0)
  gate.open()
  const { rows } = await server.deps.db.pool.query({
    text: 'SELECT id FROM submissions WHERE user_id = $1',
    values: [member.id],
  })
  expect(rows).toEqual([])
})

/** Pictures that come to no end until the gate is opened, in every place at work. */
async function holdLine() {
  const folder = await temporaryFolder()
  const pipes = Array.from({ length: AT_ONCE }, (_, at) => join(folder, `pipe-${at}`))
  await Promise.all(pipes.map((pipe) => promisify(execFile)('mkfifo', [pipe])))
  const held = pipes.map((pipe) => readPicture(pipe, 'receipt').catch(() => undefined))
  await expect.poll(() => pictureWork()).toEqual({ running: AT_ONCE, waiting: 0 })
  return { open: () => void Promise.all([...pipes.map((pipe) => writeFile(pipe, 'no picture')), ...held]) }
}

async function send({ headers }: SignedMember, bytes: Buffer): Promise<number> {
  const fields = receiptFields(server.deps, (await aMerchant(server.deps)).id)
  return (await sendReceipt(server, headers, fields, { bytes })).statusCode
}

async function used({ id }: SignedMember): Promise<number> {
  const { rows } = await server.deps.db.pool.query<{ hits: number }>({
    text: 'SELECT hits FROM rate_counters WHERE key = $1',
    values: [`uploads|${id}`],
  })
  return rows[0]?.hits ?? 0
}
