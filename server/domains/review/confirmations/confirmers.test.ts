import { texts } from '@stampus/contract/texts'
import { dayIn, formatDay } from '@stampus/contract/values/days'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirm, listConfirmable, ownRequests } from '../../../../tests/support/api/confirmations.ts'
import { connectDesk, createDesk } from '../../../../tests/support/api/desk.ts'
import { type CardAnswer, invite } from '../../../../tests/support/api/operators.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'
import { addOperator } from '../../operators/command.ts'
import { findBalance } from '../../wallet/wallet.store.ts'

type Desk = Awaited<ReturnType<typeof createDesk>>

const DAY_MS = 86_400_000

let server: TestApp
let requester: Desk
beforeEach(async () => {
  server = await testApp()
  requester = await createDesk(server, { role: 'manager', name: 'Rosli' })
})
afterEach(() => server.close())

/** A large receipt whose approval this operator asks for. Returns the request. */
async function ask(by: Desk = requester): Promise<number> {
  const { id } = await createSubmission(server.deps, { amountSen: 60_000 })
  return (await by.approve(id)).data.confirmation?.id ?? 0
}

/** The error for an operator whose account or role was granted on this day, by default today. */
const tooClose = (grantedAt = server.deps.now()) => ({
  status: 403,
  message: texts.confirmerNotIndependent(
    formatDay(dayIn('Asia/Kuala_Lumpur', new Date(grantedAt.getTime() + 30 * DAY_MS))),
  ),
})

test('D-101 an operator added by the one who asks cannot confirm within 30 days, and can afterwards', async () => {
  const added = await connectDesk(server, await invite(server, requester))
  const requestId = await ask()
  expect(await confirm(added, requestId)).toMatchObject(tooClose())
  expect(await listConfirmable(added)).toEqual([])
  server.travel(30 * DAY_MS + 1)
  const later = await connectDesk(server, added)
  expect(await listConfirmable(later)).toMatchObject([{ id: requestId }])
  expect((await confirm(later, requestId)).status).toBe(201)
})

test('D-101 an operator who got the role from the one who asks cannot confirm within 30 days', async () => {
  const promoted = await createDesk(server)
  const { data } = await requester.call<CardAnswer>('GET', `/operators/${promoted.id}`)
  const change = { name: data.name, role: 'manager', addresses: [], merchant_ids: [], version: data.version }
  expect((await requester.call('PUT', `/operators/${promoted.id}`, change)).status).toBe(200)
  expect(await confirm(promoted, await ask())).toMatchObject(tooClose())
  const other = await createDesk(server)
  expect((await confirm(promoted, await ask(other))).status).toBe(201)
})

test('D-101 an operator added by someone whom the one who asks added cannot confirm either, nor the other way round', async () => {
  const independent = await createDesk(server)
  const first = server.deps.now()
  const between = await connectDesk(server, await invite(server, requester, { role: 'manager' }))
  server.travel(2 * DAY_MS)
  const [manager, middle] = [await connectDesk(server, requester), await connectDesk(server, between)]
  const last = await connectDesk(server, await invite(server, middle))
  const requestId = await ask(manager)
  expect(await confirm(last, requestId)).toMatchObject(tooClose(first))
  const [fromMiddle, fromLast] = [await ask(middle), await ask(last)]
  expect(await confirm(manager, fromMiddle)).toMatchObject(tooClose(first))
  expect(await confirm(manager, fromLast)).toMatchObject(tooClose(first))
  expect(await confirm(middle, fromLast)).toMatchObject(tooClose())
  for (const desk of [manager, middle, last]) expect(await listConfirmable(desk)).toEqual([])
  const alsoThere = await connectDesk(server, independent)
  expect(await listConfirmable(alsoThere)).toHaveLength(3)
  for (const id of [requestId, fromMiddle, fromLast]) expect((await confirm(alsoThere, id)).status).toBe(201)
})

test('D-101 the operator who added the one who asks cannot confirm approvals or stamps within 30 days, and can afterwards', async () => {
  const added = await connectDesk(server, await invite(server, requester, { role: 'manager' }))
  const { id, userId } = await createSubmission(server.deps, { amountSen: 60_000 })
  const approval = (await added.approve(id)).data.confirmation?.id ?? 0
  const gift = { stamps: 1000, reason: 'A gift', request_id: crypto.randomUUID() }
  type Adjusted = { data: { confirmation_id: number } }
  const { data } = await added.call<Adjusted>('POST', `/members/${userId}/stamp-corrections`, gift)
  for (const requestId of [approval, data.confirmation_id])
    expect(await confirm(requester, requestId)).toMatchObject(tooClose())
  expect(await listConfirmable(requester)).toEqual([])
  expect(await findBalance(server.deps.db.pool, userId)).toBe(0)
  server.travel(30 * DAY_MS + 1)
  const later = await connectDesk(server, requester)
  expect(await listConfirmable(later)).toHaveLength(2)
  expect((await confirm(later, approval)).status).toBe(201)
  expect((await confirm(later, data.confirmation_id)).status).toBe(201)
  expect(await findBalance(server.deps.db.pool, userId)).toBe(1050)
})

test('D-101 two operators added or promoted by one manager within 30 days cannot confirm for each other', async () => {
  const added = await connectDesk(server, await invite(server, requester))
  const promoted = await createDesk(server)
  const { data } = await requester.call<CardAnswer>('GET', `/operators/${promoted.id}`)
  const change = { name: data.name, role: 'manager', addresses: [], merchant_ids: [], version: data.version }
  expect((await requester.call('PUT', `/operators/${promoted.id}`, change)).status).toBe(200)
  const [first, second] = [await ask(added), await ask(promoted)]
  expect(await confirm(promoted, first)).toMatchObject(tooClose())
  expect(await confirm(added, second)).toMatchObject(tooClose())
  expect([await listConfirmable(added), await listConfirmable(promoted)]).toEqual([[], []])
  const other = await createDesk(server)
  expect((await confirm(other, first)).status).toBe(201)
  expect((await confirm(other, second)).status).toBe(201)
})

test('D-101 operators who cannot confirm yet still count: the request waits and is never carried out alone', async () => {
  const added = await connectDesk(server, await invite(server, requester))
  await added.call('GET', '/queue')
  expect(await ask(added)).toBeGreaterThan(0)
  expect(await ask(requester)).toBeGreaterThan(0)
})

test('D-101 the operator who asked reads which role is missing while no active operator may confirm', async () => {
  const added = await connectDesk(server, await invite(server, requester))
  const missing = async (desk: Desk) => (await ownRequests(desk)).map(({ missing_role }) => missing_role)
  await ask(added)
  expect(await missing(added)).toEqual(['reviewer'])
  const other = await createDesk(server)
  expect(await missing(added)).toEqual([null])

  const { userId, merchantId } = await createSubmission(server.deps)
  const gift = { stamps: 60, reason: 'A gift', request_id: crypto.randomUUID() }
  await connectDesk(server, await invite(server, requester, { role: 'manager' }))
  await requester.call('POST', `/members/${userId}/stamp-corrections`, gift)
  expect(await missing(requester)).toEqual(['manager'])

  const text = 'INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2)'
  await server.deps.db.pool.query({ text, values: [other.id, merchantId] })
  const { id } = await createSubmission(server.deps, { amountSen: 60_000, merchantId })
  expect((await added.approve(id)).status).toBe(201)
  expect(await missing(added)).toEqual(['reviewer', null])
  await requester.call('DELETE', `/operators/${other.id}`)
  expect(await missing(added)).toEqual(['reviewer', 'reviewer'])
})

test('D-101 an operator added on the command line may confirm at once', async () => {
  const { db, now } = server.deps
  const account = { name: 'Farid', email: 'farid@office.example', role: 'reviewer', password: 'Kopi-0-kosong' } as const
  const id = await addOperator(db.pool, account, now())
  const added = await connectDesk(server, { id, email: account.email })
  expect((await confirm(added, await ask())).status).toBe(201)
})

/** The number that the overview shows. */
const notCountersigned = async (desk: Desk) =>
  (await desk.call<{ data: { not_countersigned: number } }>('GET', '/overview')).data.not_countersigned

test('D-101 without another operator active for 30 days it takes effect at once, marked as not countersigned', async () => {
  await createDesk(server, { role: 'manager' })
  server.travel(30 * DAY_MS + 1)
  const alone = await connectDesk(server, requester)
  const { id, userId } = await createSubmission(server.deps, { amountSen: 60_000 })
  expect((await alone.approve(id)).data).toMatchObject({ status: 'approved', confirmation: null })
  expect(await findBalance(server.deps.db.pool, userId)).toBe(50)
  const log = await alone.call<{
    data: { action: string; changed_fields: string[]; changes: unknown[] }[]
  }>('GET', `/audit?subject_kind=submission&subject_id=${id}`)
  expect(log.data).toMatchObject([
    {
      action: 'submission.approved',
      changes: expect.arrayContaining([{ field: 'confirmation', before: null, after: 'not countersigned' }]),
    },
  ])
  expect(await notCountersigned(alone)).toBe(1)
  server.travel(5000)
  expect((await alone.undo(id)).status).toBe(200)
  expect(await notCountersigned(alone)).toBe(0)
})

test('D-101 an operator who removes or demotes the others still needs a second operator for 30 days', async () => {
  const [removed, demoted] = [await createDesk(server), await createDesk(server, { role: 'manager' })]
  expect((await requester.call('DELETE', `/operators/${removed.id}`)).status).toBe(200)
  expect(await ask()).toBeGreaterThan(0)
  const { data } = await requester.call<CardAnswer>('GET', `/operators/${demoted.id}`)
  const change = { name: data.name, role: 'reviewer', addresses: [], merchant_ids: [], version: data.version }
  expect((await requester.call('PUT', `/operators/${demoted.id}`, change)).status).toBe(200)
  const { userId } = await createSubmission(server.deps)
  const body = { stamps: 51, reason: 'A gift', request_id: crypto.randomUUID() }
  const adjusted = await requester.call<{ data: { balance: number; confirmation_id: number | null } }>(
    'POST',
    `/members/${userId}/stamp-corrections`,
    body,
  )
  expect(adjusted.data).toEqual({ balance: 0, confirmation_id: expect.any(Number) })
})

test('D-101 an operator’s requests lapse with their removal, and the receipt is back in the queue', async () => {
  const leaving = await createDesk(server)
  const { id } = await createSubmission(server.deps, { amountSen: 60_000 })
  const requestId = (await leaving.approve(id)).data.confirmation?.id ?? 0
  expect((await requester.call('DELETE', `/operators/${leaving.id}`)).status).toBe(200)
  expect(await confirm(requester, requestId)).toMatchObject({ status: 409, message: texts.confirmationClosed })
  expect((await requester.next()).data).toMatchObject({ id, confirmation: null })
})

test('D-101 the stamp adjustments that a manager asked for lapse when the manager loses the role', async () => {
  const other = await createDesk(server, { role: 'manager' })
  const { userId } = await createSubmission(server.deps)
  const body = { stamps: 60, reason: 'A gift', request_id: crypto.randomUUID() }
  type Answer = { data: { confirmation_id: number } }
  const { data } = await other.call<Answer>('POST', `/members/${userId}/stamp-corrections`, body)
  const card = await requester.call<CardAnswer>('GET', `/operators/${other.id}`)
  const change = { name: 'Devi', role: 'reviewer', addresses: [], merchant_ids: [], version: card.data.version }
  expect((await requester.call('PUT', `/operators/${other.id}`, change)).status).toBe(200)
  expect(await confirm(requester, data.confirmation_id)).toMatchObject({
    status: 409,
    message: texts.confirmationClosed,
  })
  expect(await findBalance(server.deps.db.pool, userId)).toBe(0)
})
