import { randomUUID } from 'node:crypto'
import type { Meta } from '@stampus/contract/fields'
import { PAGE_SIZE } from '@stampus/contract/limits'
import type { StampEntry } from '@stampus/contract/wallet'
import { beforeAll, expect, test } from 'vitest'
import { createSignedInMember, giveStamps } from '../../../tests/support/api/accounts.ts'
import { connect, post } from '../../../tests/support/api/calls.ts'
import { createReversalDesks } from '../../../tests/support/api/reversals.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()
let operators: Awaited<ReturnType<typeof createReversalDesks>>
beforeAll(async () => {
  operators = await createReversalDesks(server)
})
const balanceOf = checkedLedger(server)

type EntriesResponse = { data: StampEntry[]; meta: Meta }

const entriesOf = ({ headers }: { headers: Record<string, string> }, page = 1) =>
  connect(server, { headers })<EntriesResponse>('GET', `/wallet/entries?page=${page}`)

const correct = (memberId: number, stamps: number, reason: string) =>
  operators.manager.call('POST', `/members/${memberId}/stamp-corrections`, {
    stamps,
    reason,
    request_id: randomUUID(),
  })

test('D-45 D-53 a member sees each entry that added or took stamps, with its reason and the shop’s logo', async () => {
  const member = await createSignedInMember(server.deps)
  const { id } = await operators.decided('approved', { userId: member.id })
  await operators.reverse(id, { status: 'rejected', reason: 'A copy <b>.' })
  await correct(member.id, 5, 'A welcome\ngift')
  const submission = {
    id,
    merchant: 'Kopi Kita',
    purchase_amount: '25.00',
    merchant_logo_url: expect.stringMatching(/\.svg/),
    merchant_logo_placeholder_image_url: 'data:image/svg+xml,logo',
  }
  const { data, meta } = await entriesOf(member)
  expect(data).toEqual(
    [
      { kind: 'correction', stamps: 5, submission: null, voucher: null, reason: 'A welcome\ngift' },
      { kind: 'undo', stamps: -2, submission, voucher: null, reason: 'A copy <b>.' },
      { kind: 'approval', stamps: 2, submission, voucher: null, reason: null },
    ].map((entry) => ({ ...entry, id: expect.any(Number), created_at: expect.stringMatching(/Z$/) })),
  )
  expect(meta).toEqual({ current_page: 1, per_page: PAGE_SIZE, has_more: false })
})

test('D-45 an approval that a reviewer undid does not show in the list, and the sum is still right', async () => {
  const member = await createSignedInMember(server.deps)
  const { id } = await createSubmission(server.deps, { userId: member.id })
  await operators.desk.approve(id)
  await operators.desk.undo(id)
  expect((await entriesOf(member)).data).toEqual([])
  await operators.desk.decide({ id, status: 'approved', corrections: { purchase_amount: '31.00' } })
  const { data } = await entriesOf(member)
  expect(data).toMatchObject([{ kind: 'approval', stamps: 3, submission: { purchase_amount: '31.00' } }])
  expect(await balanceOf(member.id)).toBe(3)
})

test('D-102 the entries of a receipt that was reversed to pending and withdrawn stay, without the receipt', async () => {
  const member = await createSignedInMember(server.deps)
  const { id } = await operators.decided('approved', { userId: member.id })
  await operators.reverse(id, { status: 'pending', reason: 'We look again.' })
  expect((await entriesOf(member)).data).toMatchObject([{ submission: { id } }, { submission: { id } }])
  expect((await post(server, `/submissions/${id}/withdrawal`, {}, { headers: member.headers })).status).toBe(200)
  expect((await entriesOf(member)).data).toMatchObject([
    { kind: 'undo', stamps: -2, submission: null, reason: 'We look again.' },
    { kind: 'approval', stamps: 2, submission: null, reason: null },
  ])
})

test('D-34 D-45 each member sees only their own entries, in pages, and needs a session', async () => {
  const [member, other] = [await createSignedInMember(server.deps), await createSignedInMember(server.deps)]
  for (let times = 0; times <= PAGE_SIZE; times += 1) await giveStamps(server.deps, member.id)
  const [first, second] = [await entriesOf(member), await entriesOf(member, 2)]
  expect([first.data.length, first.meta.has_more]).toEqual([PAGE_SIZE, true])
  expect([second.data.length, second.meta.has_more]).toEqual([1, false])
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(PAGE_SIZE + 1)
  expect((await entriesOf(other)).data).toEqual([])
  expect((await entriesOf({ headers: {} })).status).toBe(401)
})
