import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'

let server: TestApp
let desk: Awaited<ReturnType<typeof createDesk>>
beforeAll(async () => {
  server = await testApp()
})
beforeEach(async () => {
  desk = await createDesk(server)
})
afterAll(() => server?.close())

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
    /^Possible duplicate of receipt \d+: invoice 0\d+ with the same date and amount, sent at Kedai Runcit Cahaya by another member on .* \(pending\)$/,
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
      text: `Possible duplicate of receipt ${first.id}, which you may not open: same picture`,
      picture: null,
    },
  ])
})
