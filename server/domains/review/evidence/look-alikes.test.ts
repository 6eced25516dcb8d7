import { beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
const people = actorsOf(server)
let desk: Desk
beforeEach(async () => {
  desk = await people.reviewer()
})

/** Two receipts with the same picture, the second one sent a second later. */
async function createPair() {
  const photo = await createRandomPhoto()
  const first = await createSubmission(server.deps, { photo })
  server.travel(1000)
  return { first, second: await createSubmission(server.deps, { photo }) }
}

test('D-51 the same invoice number, date and amount at another merchant are a signal that names the merchant', async () => {
  const { deps } = server
  const other = await createMerchant(deps, { name: 'Kedai Runcit Cahaya' })
  const first = await createSubmission(deps, { merchantId: other.id, amountSen: 1870 })
  const second = await createSubmission(deps, { invoiceNo: `0${first.invoiceNo}`, amountSen: 1870 })
  await createSubmission(deps, { invoiceNo: first.invoiceNo, amountSen: 1871 })
  expect(await desk.signals(first.id)).toMatchObject([{ kind: 'same_invoice', submission_id: second.id }])
  const [signal] = (await desk.renew(second.id)).data.signals
  expect(signal?.text).toMatch(
    /^Possible duplicate of receipt \d+: invoice 0\d+ with the same date and amount, sent before at Kedai Runcit Cahaya by another member on .* \(pending\)$/,
  )
})

test('D-50 D-51 a signal about a receipt with a conflict of interest names neither merchant nor sender nor decision', async () => {
  const { first, second } = await createPair()
  await desk.join(first.merchantId)
  const text = `Possible duplicate of receipt ${first.id}, which you may not open: same picture, sent before`
  expect(await desk.signals(second.id)).toMatchObject([{ kind: 'same_file', text, picture: null }])
})

test('D-45 D-51 D-107 only the later of two receipts is suspect, and the earlier once the later one is approved, but not if that was rejected', async () => {
  const { first, second } = await createPair()
  const expectSignal = async (id: number, is_hint: boolean, text: string) =>
    expect(await desk.signals(id)).toMatchObject([{ is_hint, text: expect.stringMatching(new RegExp(text)) }])
  const duplicateOf = (id: number) => `^Possible duplicate of receipt ${id}: same picture`
  const neutral = `^Receipt ${second.id} looks like this one: same picture, sent later at`
  await expectSignal(second.id, false, `${duplicateOf(first.id)}, sent before at .* \\(pending\\)$`)
  await expectSignal(first.id, true, `${neutral} .* \\(pending\\)$`)
  expect((await desk.approve(second.id)).status).toBe(201)
  await expectSignal(first.id, false, `${duplicateOf(second.id)}, sent later at .* \\(approved\\)$`)
  await desk.undo(second.id)
  await desk.reject(second.id, 'The same picture')
  await expectSignal(first.id, true, `${neutral} .* \\(rejected\\)$`)
})
