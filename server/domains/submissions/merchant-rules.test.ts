import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'

const server = serverForTests()
const people = actorsOf(server)

/** A merchant with rules. */
async function ruled(rules: { minimum_spend_sen?: number; receipts_per_day?: number }): Promise<number> {
  const { id } = await createMerchant(server.deps)
  await server.sql('UPDATE merchants SET minimum_spend_sen = $2, receipts_per_day = $3 WHERE id = $1', [
    id,
    rules.minimum_spend_sen ?? null,
    rules.receipts_per_day ?? null,
  ])
  return id
}

test('D-53 a receipt below the minimum spend is rejected with an error on the amount; exactly the minimum is accepted', async () => {
  const [{ submit }, merchant] = [await people.member(), await ruled({ minimum_spend_sen: 2000 })]
  const errors = { purchase_amount: [texts.minimumSpend('RM\u202f20.00')] }
  expect(await submit(merchant, { purchase_amount: '19.99' })).toMatchObject({ status: 422, errors })
  expect((await submit(merchant, { purchase_amount: '20.00' })).status).toBe(201)
})

test('D-53 the daily limit counts the receipts of one campus day per member and merchant, except rejected ones', async () => {
  const [{ submit }, other] = [await people.member(), await people.member()]
  const [merchant, elsewhere] = [await ruled({ receipts_per_day: 2 }), await ruled({ receipts_per_day: 2 })]
  const first = await submit(merchant)
  expect([first.status, (await submit(merchant)).status]).toEqual([201, 201])
  const errors = { merchant_id: [texts.dailyReceiptsSent(2)] }
  expect(await submit(merchant)).toMatchObject({ status: 422, errors })
  expect([(await other.submit(merchant)).status, (await submit(elsewhere)).status]).toEqual([201, 201])
  await server.sql("UPDATE submissions SET status = 'rejected' WHERE id = $1", [first.data.id])
  expect((await submit(merchant)).status).toBe(201)
})

test('D-53 when receipts are sent at once, only as many as the daily limit allows are accepted, and the others leave no file', async () => {
  const [{ submit }, merchant] = [await people.member(), await ruled({ receipts_per_day: 1 })]
  const before = (await listStoredFiles(server)).length
  // One is decoded and one waits. More pictures of one member at once are a 429.
  const both = await Promise.all([submit(merchant), submit(merchant)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  expect((await listStoredFiles(server)).length).toBe(before + 3)
})

test('D-53 the daily limit starts again at midnight on the campus', async () => {
  const merchant = await ruled({ receipts_per_day: 1 })
  server.travel(Date.parse('2030-03-01T15:58:00Z') - server.deps.now().getTime())
  const { submit } = await people.member()
  for (const time of ['15:58:00', '16:00:30']) {
    server.travel(Date.parse(`2030-03-01T${time}Z`) - server.deps.now().getTime())
    expect([(await submit(merchant)).status, (await submit(merchant)).status]).toEqual([201, 422])
  }
})
