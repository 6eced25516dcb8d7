import { expect, test } from 'vitest'
import { createMember, createMemberSession } from '../../../tests/support/api/accounts.ts'
import { get } from '../../../tests/support/api/calls.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createReversalDesks } from '../../../tests/support/api/reversals.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()

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

test('S-2.26 a month begins at midnight on the campus, and counts only the own stamps that are in force', async () => {
  const { deps } = server
  expect(deps.config.TIME_ZONE).toBe('Asia/Kuala_Lumpur')
  const { desk, reverse, decided } = await createReversalDesks(server)
  const [{ id: userId }, other] = [await createMember(deps), await createMember(deps)]
  const sentAt = (id: number, at: string) =>
    server.sql('UPDATE submissions SET created_at = $2 WHERE id = $1', [id, at])
  const [october, november] = ['2026-10-31T15:59:00Z', '2026-10-31T16:01:00Z']
  const approved = async (at: string, amountSen: number, owner = userId) => {
    const { id } = await decided('approved', { userId: owner, amountSen })
    await sentAt(id, at)
    return id
  }
  await approved(october, 2000)
  await approved(november, 3000)
  await reverse(await approved(october, 4000), { status: 'rejected' })
  await approved(november, 6000, other.id)
  const undone = (await createSubmission(deps, { userId, amountSen: 5000 })).id
  await sentAt(undone, november)
  await desk.approve(undone)
  await desk.undo(undone)
  const headers = await createMemberSession(deps, { id: userId })
  expect((await get(server, '/submission-months', headers)).body.data).toEqual([
    { month: '2026-11', stamps: 3 },
    { month: '2026-10', stamps: 2 },
  ])
})
