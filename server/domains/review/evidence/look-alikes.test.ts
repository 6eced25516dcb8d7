import { beforeEach, expect, test } from 'vitest'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
let desk: Awaited<ReturnType<typeof createDesk>>
beforeEach(async () => {
  desk = await createDesk(server)
})

const signalsOf = async (id: number) =>
  (await desk.renew(id)).data.signals.map(({ kind, submission_id }) => [kind, submission_id])

test('D-51 the same invoice number, date and amount at another merchant are a signal that names the merchant', async () => {
  const { deps } = server
  const other = await createMerchant(deps, { name: 'Kedai Runcit Cahaya' })
  const first = await createSubmission(deps, { merchantId: other.id, amountSen: 1870 })
  const second = await createSubmission(deps, { invoiceNo: `0${first.invoiceNo}`, amountSen: 1870 })
  await createSubmission(deps, { invoiceNo: first.invoiceNo, amountSen: 1871 })
  expect(await signalsOf(first.id)).toEqual([['same_invoice', second.id]])
  const [signal] = (await desk.renew(second.id)).data.signals
  expect(signal?.text).toMatch(
    /^Possible duplicate of receipt \d+: invoice 0\d+ with the same date and amount, sent before at Kedai Runcit Cahaya by another member on .* \(pending\)$/,
  )
})

test('D-50 D-51 a signal about a receipt with a conflict of interest names neither merchant nor sender nor decision', async () => {
  const { deps } = server
  const photo = await createRandomPhoto()
  const first = await createSubmission(deps, { photo })
  const second = await createSubmission(deps, { photo })
  const text = 'INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2)'
  await deps.db.pool.query({ text, values: [desk.id, first.merchantId] })
  expect((await desk.renew(second.id)).data.signals).toMatchObject([
    {
      kind: 'same_file',
      text: `Possible duplicate of receipt ${first.id}, which you may not open: same picture, sent before`,
      picture: null,
    },
  ])
})

test('D-51 D-107 only the later of two receipts is suspect: the earlier has a neutral line that names it', async () => {
  const photo = await createRandomPhoto()
  const first = await createSubmission(server.deps, { photo })
  server.travel(1000)
  const second = await createSubmission(server.deps, { photo })
  expect((await desk.renew(second.id)).data.signals).toMatchObject([
    {
      text: expect.stringMatching(
        new RegExp(`^Possible duplicate of receipt ${first.id}: same picture, sent before at .* \\(pending\\)$`),
      ),
      is_hint: false,
    },
  ])
  expect((await desk.renew(first.id)).data.signals).toMatchObject([
    {
      text: expect.stringMatching(
        new RegExp(`^Receipt ${second.id} looks like this one: same picture, sent later at .* \\(pending\\)$`),
      ),
      is_hint: true,
    },
  ])
})

test('D-45 D-51 D-107 the earlier receipt is suspect once the later one is approved, and not if that was rejected', async () => {
  const photo = await createRandomPhoto()
  const first = await createSubmission(server.deps, { photo })
  const second = await createSubmission(server.deps, { photo })
  const hints = async () => (await desk.renew(first.id)).data.signals.map(({ is_hint, text }) => [is_hint, text])
  expect((await desk.decide({ id: second.id, status: 'approved' })).status).toBe(201)
  expect(await hints()).toEqual([
    [false, expect.stringMatching(/^Possible duplicate of receipt \d+: same picture, sent later at .* \(approved\)$/)],
  ])
  await desk.undo(second.id)
  await desk.reject(second.id, 'The same picture')
  expect(await hints()).toEqual([[true, expect.stringMatching(/^Receipt \d+ looks like this one: .* \(rejected\)$/)]])
})
