import { expect, test } from 'vitest'
import { createMemberSession, createSignedInMember, type SignedInMember } from '../../../tests/support/api/accounts.ts'
import { post, postForm } from '../../../tests/support/api/calls.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createReversalDesks } from '../../../tests/support/api/reversals.ts'
import { approveNewSubmission, spotChecksAt } from '../../../tests/support/api/spot-checks.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { unzip } from '../../../tests/support/server/zip.ts'
import { signPath } from '../../platform/storage/signed-addresses.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })

const signedMember = () => createSignedInMember(server.deps)
const urlFor = async ({ headers }: Pick<SignedInMember, 'headers'>) =>
  String((await post(server, '/user/data-export', {}, { headers })).body.data?.url)
const statusOf = async (url: string, method: 'GET' | 'HEAD' = 'GET') =>
  (await server.app.inject({ method, url })).statusCode

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** The text of `data.json` in the export of a member. */
async function exportOf(userId: number): Promise<string> {
  const headers = await createMemberSession(server.deps, { id: userId })
  const files = await unzip((await server.app.inject({ url: await urlFor({ headers }) })).rawPayload)
  return String(files.get('data.json'))
}

test('D-91 D-51 the export shows the fact corrections of a decision, its spot checks, and how a disagreement was closed', async () => {
  const [decider, checker] = [await createDesk(server, { name: 'Rosli' }), await createDesk(server, { name: 'Devi' })]
  const manager = await createDesk(server, { role: 'manager', name: 'Tan Mei Fong' })
  const shop = await createMerchant(server.deps, { name: 'Kedai Runcit Cahaya' })
  const submission = await approveNewSubmission(server, decider, { purchase_amount: '24.10' })
  const check = spotChecksAt(checker)
  const { id } = (await check.take()).data
  await check.giveVerdict(id, { status: 'rejected', reason_code: 'cut_off' })
  await check.undo(id)
  await check.giveVerdict(id, { status: 'approved', corrections: { merchant_id: String(shop.id) } })
  server.travel(11_000)
  expect((await spotChecksAt(manager).close(id, { note: 'The logo is hidden.' })).status).toBe(201)

  const text = await exportOf(submission.userId)
  for (const name of ['Rosli', 'Devi', 'Tan Mei Fong']) expect(text).not.toContain(name)
  expect(JSON.parse(text).submissions[0].decisions).toEqual([
    {
      status: 'approved',
      reason: null,
      comments: null,
      corrections: [{ fact: 'amount', typed: '25.00', corrected: '24.10' }],
      decided_at: INSTANT,
      taken_back_at: null,
      reversal_reason: null,
      second_looks: [
        {
          outcome: 'rejected',
          reason_code: 'cut_off',
          corrections: [],
          looked_at: INSTANT,
          undone_at: INSTANT,
          closure: null,
        },
        {
          outcome: 'approved',
          reason_code: null,
          corrections: [{ fact: 'merchant', typed: expect.any(String), corrected: 'Kedai Runcit Cahaya' }],
          looked_at: INSTANT,
          undone_at: null,
          closure: { outcome: 'decision_kept', note: 'The logo is hidden.', closed_at: INSTANT },
        },
      ],
    },
  ])
})

test('D-91 D-45 the export gives the reason of a reversed decision', async () => {
  const { decided, reverse } = await createReversalDesks(server)
  const { id, userId } = await decided('rejected')
  await reverse(id, { reason: 'It can be read after all.' })
  expect(JSON.parse(await exportOf(userId)).submissions).toEqual([
    expect.objectContaining({
      status: 'pending',
      decisions: [expect.objectContaining({ reason: 'Too dark', reversal_reason: 'It can be read after all.' })],
    }),
  ])
})

test('D-44 D-91 the address opens only the file of its own member, for 5 to 10 minutes', async () => {
  const [member, other] = [await signedMember(), await signedMember()]
  const url = await urlFor(member)
  expect(url).toMatch(new RegExp(`^/files/data-export/${member.id}\\?expires=\\d+&signature=[\\w-]+&holder=[\\w-]+$`))
  const { APP_KEY } = server.deps.config
  const path = `/files/data-export/${member.id}`
  const expiresAt = new Date(server.deps.now().getTime() + 60_000)
  const wrongUrls = [
    path,
    url.replace(`/${member.id}?`, `/${other.id}?`),
    url.replace(/expires=(\d)/, 'expires=9$1'),
    url.replace(/holder=(.)/, (_, first) => `holder=${first === 'A' ? 'B' : 'A'}`),
    url.replace(/&holder=.*/, ''),
    signPath(APP_KEY, path, { purpose: 'picture', expiresAt }),
    signPath(APP_KEY, path, { purpose: 'data-export', expiresAt }),
  ]
  for (const url of wrongUrls) expect([url, await statusOf(url)]).toEqual([url, 403])
  expect(await statusOf(url, 'HEAD')).toBe(403)
  expect(await statusOf(url)).toBe(200)
  server.travel(10 * 60_000)
  expect(await statusOf(url)).toBe(403)
})

test('D-91 an address stops working when its own session logs out, at a password change and at a suspension, and no reinstatement restores it', async () => {
  const member = await signedMember()
  const enter = async () => ({ headers: await createMemberSession(server.deps, member) })
  const [left, kept] = [await enter(), await enter()]
  const [own, elsewhere, ended] = [await urlFor(member), await urlFor(kept), await urlFor(left)]
  const statuses = () => Promise.all([own, elsewhere, ended].map((url) => statusOf(url)))
  expect((await post(server, '/logout', {}, left)).status).toBe(200)
  expect(await statuses()).toEqual([200, 200, 403])
  const { name, email, password: current_password, headers } = member
  const form = { name, email, current_password, password: 'Teh-tar1k!', password_confirmation: 'Teh-tar1k!' }
  expect((await postForm(server, '/user/profile', form, headers)).status).toBe(200)
  expect(await statuses()).toEqual([403, 403, 403])
  const url = await urlFor(member)
  expect(await statusOf(url)).toBe(200)
  const manager = await createDesk(server, { role: 'manager' })
  for (const [method, given] of [['POST', { reason: 'Test' }] as const, ['DELETE'] as const]) {
    expect((await manager.call(method, `/members/${member.id}/suspension`, given)).status).toBeLessThan(300)
    expect(await statusOf(url)).toBe(403)
  }
})
