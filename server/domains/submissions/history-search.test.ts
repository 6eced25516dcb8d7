import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createMemberSession } from '../../../tests/support/api/accounts.ts'
import { get } from '../../../tests/support/api/calls.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

async function createHistory() {
  const { id: userId } = await createMember(server.deps)
  const headers = await createMemberSession(server.deps, { id: userId })
  const [cafe, press] = [
    await createMerchant(server.deps, { name: 'Café 100% Kopi' }),
    await createMerchant(server.deps, { name: 'Print Shop' }),
  ]
  const first = await createSubmission(server.deps, { userId, merchantId: cafe.id, amountSen: 1250 })
  const second = await createSubmission(server.deps, { userId, merchantId: press.id, amountSen: 123_450 })
  const find = async (query: string) => {
    const { status, body } = await get(server, `/submissions?${query}`, headers)
    return status === 200 ? (body.data as unknown as { id: number }[]).map(({ id }) => id) : status
  }
  return { userId, headers, first: first.id, second: second.id, find }
}

test('S-2.26 a member searches the own history by part of a shop name or by an amount', async () => {
  const { first, second, find } = await createHistory()
  await createHistory()
  expect(await find('search=cafe')).toEqual([first])
  expect(await find('search=SHOP')).toEqual([second])
  expect(await find('search=100%25')).toEqual([first])
  expect(await find('search=_')).toEqual([])
  expect(await find('search=12.50')).toEqual([first])
  expect(await find('search=RM 1,234.50')).toEqual([second])
  expect(await find('search=12.50&status=approved')).toEqual([])
  expect(await find('search=%20')).toEqual([second, first])
  expect(await find(`search=${'a'.repeat(101)}`)).toBe(422)
})

test('S-2.26 the months tell the stamps that the own receipts of each month earned', async () => {
  const { headers, first } = await createHistory()
  const months = async () => (await get(server, '/submission-months', headers)).body.data
  expect(await months()).toEqual([])
  const desk = await createDesk(server)
  expect((await desk.approve(first)).status).toBe(201)
  const month = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    timeZone: server.deps.config.TIME_ZONE,
  }).format(server.deps.now())
  expect(await months()).toEqual([{ month, stamps: 1 }])
})
