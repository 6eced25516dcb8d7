import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createSignedInMember, type SignedInMember } from '../../../tests/support/api/accounts.ts'
import { catchMail, post, postForm, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import { findLink } from '../../../tests/support/api/password-resets.ts'
import { createReversalDesks } from '../../../tests/support/api/reversals.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { unzip } from '../../../tests/support/server/zip.ts'
import { accountsMail } from '../accounts/accounts.mail.ts'
import { accountsCleanUp } from '../accounts/clean-up.ts'

const server = serverForTests()
let operators: Awaited<ReturnType<typeof createReversalDesks>>
beforeAll(async () => {
  operators = await createReversalDesks(server)
})

const DAY = 86_400_000
const AGAIN = 'Registered again after deleting an account with'

const marks = async () => (await server.sql('SELECT * FROM deleted_accounts')).rows
/** Registers the address again in upper case and with a tag. */
const again = ({ email }: SignedInMember) =>
  createSignedInMember(server.deps, { email: email.toUpperCase().replace('@', '+new@'), name: 'Somebody Else' })
async function signalsOf(userId: number) {
  const { id } = await createSubmission(server.deps, { userId })
  const texts = (await operators.desk.renew(id)).data.signals.map(({ text }) => text)
  const plain = await operators.desk.call<{ data: { id: number }[] }>('GET', '/bulk')
  return { texts, isPlain: plain.data.some((row) => row.id === id) }
}
async function reject(userId: number, times: number) {
  for (let at = 0; at < times; at += 1) await operators.decided('rejected', { userId })
}
async function takeStamps({ id }: SignedInMember) {
  const adjustment = { stamps: -3, reason: 'Test', request_id: randomUUID() }
  expect((await operators.manager.call('POST', `/members/${id}/stamp-adjustments`, adjustment)).status).toBe(201)
}

/** Changes a member's address and confirms it with the mailed link. */
async function moveAway(member: SignedInMember) {
  const email = `other-${randomUUID()}@student.campus.edu.my`
  const form = { name: member.name, email, current_password: member.password }
  const mails = catchMail(server)
  await takeWaitingMail(server)
  expect((await postForm(server, '/user/profile', form, member.headers)).status).toBe(200)
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'email-change') await accountsMail(server.deps)['email-change'](id)
  const link = Object.fromEntries(new URL(findLink(mails[0])).searchParams)
  const opened = await post(server, `/email/verify/${link.id}/${link.hash}`, link, { headers: member.headers })
  expect(opened.status).toBe(200)
  const headers = { authorization: `Bearer ${opened.body.token}` }
  return { ...member, email, headers }
}

test.each([
  ['a negative balance', takeStamps],
  [
    'reversed approvals and three or more rejections',
    async ({ id }: SignedInMember) => {
      // The reversed approval is the third rejection.
      await reject(id, 2)
      const { id: submissionId } = await operators.decided('approved', { userId: id })
      expect((await operators.reverse(submissionId, { status: 'rejected' })).status).toBe(201)
    },
  ],
])(
  'D-92 D-51 a member who deletes an account with %s and registers again gets a signal and is never approved in bulk',
  async (standing, make) => {
    const member = await createSignedInMember(server.deps)
    await make(member)
    expect((await deleteOwnAccount(server, member)).status).toBe(200)
    const { texts, isPlain } = await signalsOf((await again(member)).id)
    expect(texts).toEqual([`${AGAIN} ${standing}`])
    expect(isPlain).toBe(false)
  },
)

test('D-92 deleting an account in good standing leaves no mark, and a new account has no signal', async () => {
  const [before, member] = [await marks(), await createSignedInMember(server.deps)]
  await reject(member.id, 2)
  await deleteOwnAccount(server, member)
  expect(await marks()).toEqual(before)
  expect((await signalsOf((await again(member)).id)).texts).toEqual([])
})

test('D-92 D-51 changing the address, before deleting the account or after registering again, does not remove the signal', async () => {
  const member = await createSignedInMember(server.deps)
  await takeStamps(member)
  const second = await moveAway(member)
  await deleteOwnAccount(server, second)
  for (const had of [member, second]) {
    const returned = await again(had)
    if (had === second) await moveAway(returned)
    expect((await signalsOf(returned.id)).texts).toEqual([`${AGAIN} a negative balance`])
  }
  const left = 'SELECT FROM former_addresses WHERE user_id = $1'
  expect((await server.sql(left, [member.id])).rows).toEqual([])
})

test('D-92 only a keyed hash of the address is stored, for a year, and the member’s export includes it', async () => {
  const member = await createSignedInMember(server.deps)
  await takeStamps(member)
  const known = (await marks()).length
  await deleteOwnAccount(server, member)
  const stored = await marks()
  expect(stored).toHaveLength(known + 1)
  const plain = createHash('sha256').update(member.email).digest('hex')
  expect(stored.map(({ email_hash }) => email_hash.toString('hex'))).not.toContain(plain)
  const returned = await again(member)
  const { body } = await post(server, '/user/data-export', {}, { headers: returned.headers })
  const files = await unzip((await server.app.inject({ url: String(body.data?.url) })).rawPayload)
  expect(JSON.parse(String(files.get('data.json'))).deleted_account).toEqual({
    negative_balance: true,
    reversals: false,
    rejections: false,
    deleted_at: server.deps.now().toISOString(),
  })
  await deleteOwnAccount(server, returned)
  expect((await signalsOf((await again(member)).id)).texts).toEqual([`${AGAIN} a negative balance`])
  for (const [days, left] of [
    [364, stored.length],
    [2, 0],
  ] as const) {
    server.travel(days * DAY)
    for (const part of Object.values(accountsCleanUp(server.deps))) await part()
    expect(await marks()).toHaveLength(left)
  }
})
