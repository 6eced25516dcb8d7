import { texts } from '@stampus/contract/texts'
import { dayIn, formatDay } from '@stampus/contract/values/days'
import { beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import {
  adjustStamps,
  changeRole,
  confirm,
  listConfirmable,
  ownRequests,
  requestApproval,
} from '../../../../tests/support/api/confirmations.ts'
import { connectDesk, type Desk } from '../../../../tests/support/api/desk.ts'
import { invite } from '../../../../tests/support/api/operators.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { findBalance } from '../../wallet/wallet.store.ts'

const DAY_MS = 86_400_000

const server = serverForTests()
const people = actorsOf(server)
let requester: Desk
// Operators, grants and requests of one test do not count in the next.
beforeEach(async () => {
  server.travel(31 * DAY_MS)
  await rowsOf(server, "UPDATE confirmations SET state = 'lapsed', closed_at = now() WHERE state = 'waiting'")
  requester = await people.manager({ name: 'Rosli' })
})

const balance = (userId: number) => findBalance(server.deps.db.pool, userId)
/** Asks for the approval of a large receipt. Returns the request. */
const ask = async (by = requester) => (await requestApproval(server, by)).requestId
/** The desk of an operator whom this manager adds. */
const add = async (role: 'reviewer' | 'manager' = 'reviewer', by = requester) =>
  connectDesk(server, await invite(server, by, { role }))
/** The desk of an operator whom the requester makes a manager. */
async function promote() {
  const promoted = await people.reviewer()
  expect((await changeRole(requester, promoted, 'manager')).status).toBe(200)
  return promoted
}

/** The error for an operator whose account or role was granted on this day, by default today. */
const tooClose = (grantedAt = server.deps.now()) => ({
  status: 403,
  message: texts.confirmerNotIndependent(
    formatDay(dayIn('Asia/Kuala_Lumpur', new Date(grantedAt.getTime() + 30 * DAY_MS))),
  ),
})

test('D-101 an operator who got account or role from the one who asks, or from the same manager, cannot confirm an approval or stamps within 30 days, and can afterwards', async () => {
  const [added, promoted] = [await add(), await promote()]
  const requestId = await ask()
  for (const desk of [added, promoted]) expect(await confirm(desk, requestId)).toMatchObject(tooClose())
  const { data } = await adjustStamps(requester, (await people.member()).id, 1000)
  expect(await confirm(promoted, data.confirmation_id ?? 0)).toMatchObject(tooClose())
  expect(await confirm(promoted, await ask(added))).toMatchObject(tooClose())
  expect(await confirm(added, await ask(promoted))).toMatchObject(tooClose())
  expect([await listConfirmable(added), await listConfirmable(promoted)]).toEqual([[], []])
  expect((await confirm(promoted, await ask(await people.reviewer()))).status).toBe(201)
  server.travel(30 * DAY_MS + 1)
  const later = await connectDesk(server, added)
  expect(await listConfirmable(later)).toHaveLength(2)
  expect((await confirm(later, requestId)).status).toBe(201)
})

test('D-101 an operator added by someone whom the one who asks added cannot confirm either, nor the other way round', async () => {
  const independent = await people.reviewer()
  const first = server.deps.now()
  const between = await add('manager')
  server.travel(2 * DAY_MS)
  const [manager, middle] = [await connectDesk(server, requester), await connectDesk(server, between)]
  const last = await add('reviewer', middle)
  const [fromManager, fromMiddle, fromLast] = [await ask(manager), await ask(middle), await ask(last)]
  expect(await confirm(last, fromManager)).toMatchObject(tooClose(first))
  for (const id of [fromMiddle, fromLast]) expect(await confirm(manager, id)).toMatchObject(tooClose(first))
  expect(await confirm(middle, fromLast)).toMatchObject(tooClose())
  for (const desk of [manager, middle, last]) expect(await listConfirmable(desk)).toEqual([])
  const alsoThere = await connectDesk(server, independent)
  expect(await listConfirmable(alsoThere)).toHaveLength(3)
  for (const id of [fromManager, fromMiddle, fromLast]) expect((await confirm(alsoThere, id)).status).toBe(201)
})

test('D-101 operators who cannot confirm yet still count: the request waits, and the operator who asked reads which role is missing', async () => {
  const added = await add()
  const missing = async (desk: Desk) => (await ownRequests(desk)).map(({ missing_role }) => missing_role)
  expect(await ask(added)).toBeGreaterThan(0)
  expect(await missing(added)).toEqual(['reviewer'])
  expect(await ask(requester)).toBeGreaterThan(0)
  const other = await people.reviewer()
  expect(await missing(added)).toEqual([null])

  const { userId, merchantId } = await insertReceipt(server.deps)
  await add('manager')
  await adjustStamps(requester, userId, 60)
  expect((await missing(requester)).toSorted()).toEqual(['manager', null])

  await other.join(merchantId)
  const { id } = await insertReceipt(server.deps, { amountSen: 60_000, merchantId })
  expect((await added.approve(id)).status).toBe(201)
  expect(await missing(added)).toEqual(['reviewer', null])
  await requester.call('DELETE', `/operators/${other.id}`)
  expect(await missing(added)).toEqual(['reviewer', 'reviewer'])
})

test('D-101 without another operator active for 30 days it takes effect at once, marked as not countersigned', async () => {
  await people.manager()
  server.travel(30 * DAY_MS + 1)
  const alone = await connectDesk(server, requester)
  const notCountersigned = async () =>
    (await alone.call<{ data: { not_countersigned: number } }>('GET', '/overview')).data.not_countersigned
  const { id, userId } = await insertReceipt(server.deps, { amountSen: 60_000 })
  expect((await alone.approve(id)).data).toMatchObject({ status: 'approved', confirmation: null })
  expect(await balance(userId)).toBe(50)
  const change = { field: 'confirmation', before: null, after: 'not countersigned' }
  expect(await alone.call('GET', `/audit?subject_kind=submission&subject_id=${id}`)).toMatchObject({
    data: [{ action: 'submission.approved', changes: expect.arrayContaining([change]) }],
  })
  expect(await notCountersigned()).toBe(1)
  server.travel(5000)
  expect((await alone.undo(id)).status).toBe(200)
  expect(await notCountersigned()).toBe(0)
})

test('D-101 an operator who removes or demotes the others still needs a second operator for 30 days; their own requests lapse, and the receipt is back in the queue', async () => {
  const [leaving, demoted] = [await people.reviewer(), await people.manager()]
  const { id, requestId, userId } = await requestApproval(server, leaving)
  const { data } = await adjustStamps(demoted, userId, 60)
  expect((await requester.call('DELETE', `/operators/${leaving.id}`)).status).toBe(200)
  expect((await changeRole(requester, demoted, 'reviewer')).status).toBe(200)
  for (const lapsed of [requestId, data.confirmation_id ?? 0])
    expect(await confirm(requester, lapsed)).toMatchObject({ status: 409, message: texts.confirmationClosed })
  expect((await requester.show(id)).data).toMatchObject({ status: 'pending', confirmation: null })
  expect((await requester.renew(id)).status).toBe(200)
  expect(await ask()).toBeGreaterThan(0)
  const adjusted = await adjustStamps(requester, userId, 51)
  expect(adjusted.data).toEqual({ balance: 0, confirmation_id: expect.any(Number) })
})
