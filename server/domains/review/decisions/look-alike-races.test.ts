import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { askToApprove, confirm, listConfirmable } from '../../../../tests/support/api/confirmations.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createOcrResult, insertReadableReceipt, runOcrJob } from '../../../../tests/support/api/receipt-ocr.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const ROUNDS = 3

const server = serverForTests({ RECEIPT_OCR: 'off' })
const people = actorsOf(server)
let desks: [Desk, Desk]
beforeAll(async () => {
  desks = [await people.reviewer(), await people.reviewer()]
})

const codes = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

/** Approves at once what each desk has open. Returns who was too late, and the receipt that was approved before. */
async function approveBoth(first: number, second: number) {
  const [one, other] = desks
  const answers = await Promise.all([one.approve(first), other.approve(second)])
  expect(codes(answers)).toEqual([201, 409])
  const isFirst = answers[0].status === 201
  expect(answers[isFirst ? 1 : 0].message).toBe(texts.alikeApproved)
  return isFirst ? { late: other, id: second, before: first } : { late: one, id: first, before: second }
}

test('D-41 D-51 when two receipts with the same picture are approved at once, the second approval is rejected until its reviewer has seen the first receipt', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const photo = randomUUID()
    const [first, second] = [await insertReceipt(server.deps, { photo }), await insertReceipt(server.deps, { photo })]
    for (const [desk, { id }] of [[desks[0], first] as const, [desks[1], second] as const])
      expect((await desk.renew(id)).data).toMatchObject({ signals: [{ kind: 'same_file' }], approved_alike: [] })
    const { late, id, before } = await approveBoth(first.id, second.id)
    const { approved_alike } = (await late.renew(id)).data
    expect(approved_alike).toEqual([before])
    expect((await late.decide({ id, status: 'approved', approved_alike })).status).toBe(201)
  }
})

test('D-41 D-51 the same goes for two pictures of one paper that OCR reads while both receipts are open', async () => {
  const reading = createOcrResult({ numbers: ['4711', '880123', '1234567', '20:14', '99001'] })
  const [first, second] = [await insertReadableReceipt(server.deps), await insertReadableReceipt(server.deps)]
  for (const [desk, { id }] of [[desks[0], first] as const, [desks[1], second] as const])
    expect((await desk.renew(id)).data.signals).toEqual([])
  for (const { id } of [first, second]) await runOcrJob(server.deps, id, reading)
  await approveBoth(first.id, second.id)
})

test('D-45 D-51 a receipt corrected to the facts of another one, while that one is approved in bulk: only one of them is approved', async () => {
  const [desk, other] = desks
  const yesterday = dayIn('Asia/Kuala_Lumpur', new Date(server.deps.now().getTime() - 86_400_000))
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id: merchantId } = await createMerchant(server.deps)
    const [first, second] = [await insertReceipt(server.deps, { merchantId }), await insertReceipt(server.deps)]
    await desk.renew(first.id)
    const { offer } = await other.bulk()
    server.travel(1000)
    const corrections = { merchant_id: second.merchantId, invoice_number: second.invoiceNo, purchase_date: yesterday }
    const [decided, { approved, left_out }] = await Promise.all([
      desk.decide({ id: first.id, status: 'approved', corrections }),
      other.approveBulk([second.id], offer),
    ])
    if (decided.status === 201) expect(left_out).toEqual([{ id: second.id, reason: texts.hasNewSignal }])
    else expect({ message: decided.message, approved }).toEqual({ message: texts.alikeApproved, approved: [second.id] })
    await (decided.status === 201 ? other.reject(second.id, 'A copy') : desk.reject(first.id, 'A copy'))
  }
})

test('D-101 D-41 when two large look-alikes are confirmed at once, the second confirmation is rejected', async () => {
  const [requester, second] = desks
  const third = await people.reviewer()
  const photo = randomUUID()
  const receipts = [1, 2].map(() => insertReceipt(server.deps, { photo, amountSen: 60_000 }))
  const requests: number[] = []
  for (const { id } of await Promise.all(receipts)) requests.push(await askToApprove(requester, id))
  const [one = 0, other = 0] = requests
  const answers = await Promise.all([confirm(second, one), confirm(third, other)])
  expect(codes(answers)).toEqual([201, 409])
  const left = answers[0].status === 201 ? other : one
  const shown = (await listConfirmable(second)).find(({ id }) => id === left)?.item?.approved_alike ?? []
  expect(shown).toHaveLength(1)
  expect((await confirm(second, left, shown)).status).toBe(201)
})
