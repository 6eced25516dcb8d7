import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, createSignedInMember, suspend } from '../../../../tests/support/api/accounts.ts'
import { catchMail, get, post, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { findLink, parseResetLink } from '../../../../tests/support/api/password-resets.ts'
import { nextClientAddress } from '../../../../tests/support/api/unlocks.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { accountsMail } from '../accounts.mail.ts'

const server = serverForTests({ WEB_URL: 'https://rewards.campus.example' })
let mails: Mail[]
beforeAll(async () => {
  mails = catchMail(server)
})
beforeEach(() => {
  mails.length = 0
})

const MINUTES = 60_000

type Link = ReturnType<typeof parseResetLink>
const use = (link: Link, given = {}) => post(server, `/email/verify/${link.id}/${link.hash}`, { ...link, ...given })
const mailLink = (userId: number) => accountsMail(server.deps).verification(userId)
/** An unverified member with a session and the link that was mailed to them. */
async function createWaiting() {
  const member = await createSignedInMember(server.deps, { verified: false })
  await mailLink(member.id)
  const url = findLink(mails.at(-1))
  return { ...member, url, link: parseResetLink(url) }
}
const resend = (email: string, headers: Record<string, string> = {}) =>
  post(server, '/email/verification-notification', { email }, { headers, from: nextClientAddress() })
const countSessions = async (id: number) => (await server.sql('SELECT FROM sessions WHERE user_id = $1', [id])).rowCount

test('S-7.03 S-4.08 S-4.10 D-23 the mailed link verifies the address, also for earlier sessions, and of many first uses one opens a session', async () => {
  const { url, link, ...member } = await createWaiting()
  expect(mails.at(-1)?.to).toBe(member.email)
  expect(url.startsWith('https://rewards.campus.example/email/verification?id=')).toBe(true)
  const { password } = member
  const answers = await Promise.all([1, 2, 3].map(() => use(link, { password })))
  expect(answers.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(
    Array(3).fill([200, 'no-store']),
  )
  const [first, ...more] = answers.filter(({ body }) => body.token !== undefined)
  expect([more, await countSessions(member.id)]).toEqual([[], 2])
  expect(first?.body.user).toMatchObject({ id: member.id, email_verified_at: expect.stringMatching(/Z$/) })
  expect((await get(server, '/wallet', { authorization: `Bearer ${first?.body.token}` })).status).toBe(200)
  expect((await get(server, '/user', member.headers)).body.data?.email_verified_at).toMatch(/Z$/)
  expect((await use(link)).body).toEqual({ message: texts.alreadyVerified })
})

test('S-4.09 D-23 a link with a part changed or missing is rejected and verifies nothing, and it expires after 60 minutes', async () => {
  const [{ link }, other, late] = [await createWaiting(), await createWaiting(), await createWaiting()]
  const missing = (['hash', 'expires', 'signature'] as const).map((part) => ({ [part]: undefined }))
  for (const wrong of [{ id: other.id }, { id: 999_999 }, { hash: other.link.hash }, { signature: 'x' }, ...missing])
    expect([wrong, await use({ ...link, ...wrong } as Link)]).toMatchObject([wrong, { status: 422 }])
  expect((await use({ ...link, signature: 'x' })).body.message).toBe(texts.linkInvalid)
  server.travel(59 * MINUTES)
  expect((await use(link)).body.token).toBeDefined()
  server.travel(1 * MINUTES)
  expect(await use(late.link)).toMatchObject({ status: 422, body: { message: texts.linkInvalid } })
})

test('S-7.04 D-24 resending answers the same for every address, and mails only unverified accounts', async () => {
  await takeWaitingMail(server)
  const [waiting, verified] = [await createMember(server.deps, { verified: false }), await createMember(server.deps)]
  const { headers: stranger } = await createSignedInMember(server.deps)
  const answers = [
    await resend(waiting.email),
    await resend(verified.email),
    await resend('nobody@campus.edu.my'),
    await resend('nobody@elsewhere.example', stranger),
    await resend((await createMember(server.deps)).email, stranger),
    await resend((await createMember(server.deps)).email, { authorization: 'Bearer broken' }),
  ]
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { message: texts.verificationSent }])
  const jobs = await takeWaitingMail(server)
  expect(jobs.filter(({ id }) => id > 0)).toEqual([{ kind: 'verification', id: waiting.id, seconds: 0 }])
  // The same work for every address, so that the response time reveals nothing.
  expect(jobs).toHaveLength(answers.length)
  for (const { id } of jobs) await mailLink(id)
  expect(mails.map(({ to }) => to)).toEqual([waiting.email])
})

test('S-4.11 D-24 resending to the caller’s own verified address returns 400 with the token they sent', async () => {
  const { email, headers } = await createSignedInMember(server.deps)
  const { status, body } = await resend(email.toUpperCase(), headers)
  expect([status, body.message]).toEqual([400, texts.alreadyVerified])
  expect(`Bearer ${body.token}`).toBe(headers.authorization)
})

test('D-24 resending is limited to once a minute and 5 an hour, and strangers cannot use up the owner’s limit', async () => {
  const { email, headers } = await createSignedInMember(server.deps, { verified: false })
  expect((await resend(email)).status).toBe(200)
  const refused = await resend(email)
  expect([refused.status, Number(refused.headers['retry-after']) > 50]).toEqual([429, true])
  expect((await resend('unknown@campus.edu.my')).status).toBe(200)
  expect((await resend('unknown@campus.edu.my')).status).toBe(429)
  for (const status of [200, 200, 200, 200, 429]) {
    server.travel(MINUTES + 1000)
    expect((await resend(email)).status).toBe(status)
  }
  expect((await resend(email, headers)).status).toBe(200)
})

test('D-20 one mailbox gets at most a mail a minute and 5 an hour, for all its registrations; further mails are sent later, once', async () => {
  const { id, email } = await createMember(server.deps, { verified: false })
  const { id: other } = await createMember(server.deps, { verified: false, email })
  await takeWaitingMail(server)
  await Promise.all([mailLink(id), mailLink(id), mailLink(id)])
  expect(mails).toHaveLength(1)
  const [later, ...more] = await takeWaitingMail(server)
  expect([later?.kind, later?.id, more]).toEqual(['verification', id, []])
  expect(later?.seconds).toBeGreaterThan(50)
  for (const next of [other, id, other, id, other]) {
    server.travel(MINUTES + 1000)
    await mailLink(next)
  }
  expect(mails).toHaveLength(5)
  const [muchLater] = await takeWaitingMail(server)
  expect(muchLater?.seconds).toBeGreaterThan(50 * 60)
})

test('D-26 a mail that the mail server rejects is not counted, so it is sent once the server works again', async () => {
  const { id } = await createMember(server.deps, { verified: false })
  const send = server.deps.mailer.send
  server.deps.mailer.send = () => Promise.reject(new Error('away'))
  await expect(mailLink(id)).rejects.toThrow('away')
  server.deps.mailer.send = send
  await mailLink(id)
  expect(mails).toHaveLength(1)
})

test('D-23 the mail to an unverified address has no typed name in it, and a verified or deleted member gets none', async () => {
  for (const id of [(await createMember(server.deps)).id, 999_999]) await mailLink(id)
  expect(mails).toEqual([])
  await mailLink((await createMember(server.deps, { name: 'You won RM 100 at evil.example', verified: false })).id)
  expect([mails.length, JSON.stringify(mails).includes('evil.example')]).toEqual([1, false])
})

test('D-24 neither a password nor a link opens a session for a suspended member', async () => {
  for (const given of [{}, { password: 'Kopi-0-kosong' }, { new_password: 'Milo-ais-kaw-3' }]) {
    const { id, link } = await createWaiting()
    await suspend(server.deps, id)
    const { status, body } = await use(link, given)
    expect([status, body.token, body.user]).toEqual([200, undefined, undefined])
  }
})
