import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDesk } from '../../../../tests/support/api/desk.ts'
import { aMerchant } from '../../../../tests/support/api/merchants.ts'
import { aSubmission } from '../../../../tests/support/api/submissions.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp({ READING: 'off' })
})
afterAll(() => server.close())

test('D-51 the reasons of the latest rejections are listed with the most common first, over all operators', async () => {
  const merchantId = (await aMerchant(server.deps)).id
  const [one, other] = [await aDesk(server), await aDesk(server)]
  const asked = () => other.call<{ status: number; data: string[] }>('GET', '/rejection-reasons')
  expect(await asked()).toEqual({ status: 200, data: [] })
  for (const reason_code of [
    'too_old',
    'cut_off',
    'cut_off',
    undefined,
    'wrong_amount',
    'cut_off',
    'too_old',
  ] as const) {
    const { id } = await aSubmission(server.deps, { merchantId })
    const given = {
      id,
      status: 'rejected',
      reason: 'Please look.',
      notes: '',
      ...(reason_code && { reason_code }),
    } as const
    expect((await one.decide(given)).status).toBe(201)
  }
  const { id } = await aSubmission(server.deps, { merchantId })
  await one.approve(id)
  expect((await asked()).data).toEqual(['cut_off', 'too_old', 'wrong_amount'])
})
