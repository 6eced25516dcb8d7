import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { createSignedInMember, type SignedInMember } from '../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createRandomPhoto, receiptFields, sendReceipt } from '../../../tests/support/api/submissions.ts'
import { serverForTests, testApp } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'

const server = serverForTests()

/** A merchant with rules. */
async function ruled(rules: { minimum_spend_sen?: number; receipts_per_day?: number }): Promise<number> {
  const { id } = await createMerchant(server.deps)
  await server.deps.db.pool.query({
    text: 'UPDATE merchants SET minimum_spend_sen = $2, receipts_per_day = $3 WHERE id = $1',
    values: [id, rules.minimum_spend_sen ?? null, rules.receipts_per_day ?? null],
  })
  return id
}

async function send(member: SignedInMember, merchantId: number, purchase_amount = '25.00') {
  const fields = receiptFields(server.deps, merchantId, { purchase_amount })
  const answer = await sendReceipt(server, member.headers, fields, { bytes: await createRandomPhoto() })
  return { status: answer.statusCode, ...answer.json() }
}

test('D-53 a receipt below the minimum spend is rejected with an error on the amount; exactly the minimum is accepted', async () => {
  const [member, merchant] = [await createSignedInMember(server.deps), await ruled({ minimum_spend_sen: 2000 })]
  const below = await send(member, merchant, '19.99')
  expect(below).toMatchObject({ status: 422, errors: { purchase_amount: [texts.minimumSpend('RM\u202f20.00')] } })
  expect((await send(member, merchant, '20.00')).status).toBe(201)
})

test('D-53 the daily limit counts the receipts of one campus day per member and merchant, except rejected ones', async () => {
  const [member, other] = [await createSignedInMember(server.deps), await createSignedInMember(server.deps)]
  const [merchant, elsewhere] = [await ruled({ receipts_per_day: 2 }), await ruled({ receipts_per_day: 2 })]
  const first = await send(member, merchant)
  expect([first.status, (await send(member, merchant)).status]).toEqual([201, 201])
  const third = await send(member, merchant)
  expect(third).toMatchObject({ status: 422, errors: { merchant_id: [texts.dailyReceiptsSent(2)] } })
  expect([(await send(other, merchant)).status, (await send(member, elsewhere)).status]).toEqual([201, 201])
  await server.deps.db.pool.query("UPDATE submissions SET status = 'rejected' WHERE id = $1", [first.data.id])
  expect((await send(member, merchant)).status).toBe(201)
})

test('D-53 the daily limit starts again at midnight on the campus', async () => {
  const night = await testApp()
  try {
    const travelTo = (instant: string) => night.travel(Date.parse(instant) - night.deps.now().getTime())
    travelTo('2030-03-01T15:58:00Z')
    const member = await createSignedInMember(night.deps)
    const { id } = await createMerchant(night.deps)
    await night.deps.db.pool.query('UPDATE merchants SET receipts_per_day = 1 WHERE id = $1', [id])
    const sendNow = async () => {
      const fields = receiptFields(night.deps, id)
      return (await sendReceipt(night, member.headers, fields, { bytes: await createRandomPhoto() })).statusCode
    }
    expect([await sendNow(), await sendNow()]).toEqual([201, 422])
    travelTo('2030-03-01T16:00:30Z')
    expect([await sendNow(), await sendNow()]).toEqual([201, 422])
  } finally {
    await night.close()
  }
})

test('D-53 when receipts are sent at once, only as many as the daily limit allows are accepted, and the others leave no file', async () => {
  const [member, merchant] = [await createSignedInMember(server.deps), await ruled({ receipts_per_day: 1 })]
  const before = (await listStoredFiles(server)).length
  // One is decoded and one waits. More pictures of one member at once are a 429.
  const both = await Promise.all([send(member, merchant), send(member, merchant)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  expect((await listStoredFiles(server)).length).toBe(before + 3)
})
