import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createSignedInMember,
  suspend,
} from '../../../../tests/support/api/accounts.ts'
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
/** An unverified member with the link that was mailed to them. */
async function createWaiting() {
  const member = await createMember(server.deps, { verified: false })
  await mailLink(member.id)
  const url = findLink(mails.at(-1))
  return { ...member, url, link: parseResetLink(url) }
}
const resend = (email: string, headers: Record<string, string> = {}) =>
  post(server, '/email/verification-notification', { email }, { headers, from: nextClientAddress() })
const countSessions = async (id: number) => (await server.sql('SELECT FROM sessions WHERE user_id = $1', [id])).rowCount

test('S-7.03 S-4.08 D-23 the mailed link verifies the address and opens a session, once', async () => {
  const { id, email, url, link } = await createWaiting()
  expect(mails.at(-1)?.to).toBe(email)
  expect(url.startsWith('https://rewards.campus.example/email/verification?id=')).toBe(true)
  const { status, body, headers } = await use(link)
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body.user).toMatchObject({ id, email_verified_at: expect.stringMatching(/Z$/) })
  expect((await get(server, '/wallet', { authorization: `Bearer ${body.token}` })).status).toBe(200)
  expect(await use(link)).toMatchObject({ status: 200, body: { message: texts.alreadyVerified } })
  expect(Object.keys((await use(link)).body)).toEqual(['message'])
})

test('D-23 50 simultaneous first uses open one session', async () => {
  const { id, link } = await createWaiting()
  const answers = await Promise.all(Array.from({ length: 50 }, () => use(link)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(answers.filter(({ body }) => body.token !== undefined)).toHaveLength(1)
  expect(await countSessions(id)).toBe(1)
})

test('S-4.10 D-23 an earlier session sees the address as verified', async () => {
  const { link, ...member } = await createWaiting()
  const polling = await createMemberSession(server.deps, member)
  expect((await use(link, { password: member.password })).status).toBe(200)
  const { status, body } = await get(server, '/user', polling)
  expect([status, body.data?.email_verified_at]).toEqual([200, expect.stringMatching(/Z$/)])
})

test('S-4.09 D-23 a link with any part changed is rejected and verifies nothing', async () => {
  const [{ link }, other] = [await createWaiting(), await createWaiting()]
  const flipped = (text: string, at: number) => text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)
  const changed: Link[] = [
    { ...link, id: other.id },
    { ...link, id: 999_999 },
    { ...link, expires: Number(link.expires) + 1 },
    { ...link, expires: `0${link.expires}` },
    { ...link, expires: `${link.expires} ` },
    { ...link, expires: 'soon' },
    { ...link, signature: '' },
    { ...link, signature: link.signature.toUpperCase() },
    { ...link, signature: `${link.signature}0` },
    ...Array.from(link.hash, (_, at) => ({ ...link, hash: flipped(link.hash, at) })),
    ...Array.from(link.signature, (_, at) => ({ ...link, signature: flipped(link.signature, at) })),
  ]
  for (const wrong of changed) {
    const { status, body } = await use(wrong)
    expect([wrong, status, body.message]).toEqual([wrong, 422, texts.linkInvalid])
  }
  for (const missing of ['hash', 'expires', 'signature'] as const) {
    const { [missing]: _, ...rest } = link
    expect((await post(server, `/email/verify/${link.id}/x`, rest)).status).toBe(422)
  }
  expect((await use(link)).body.token).toBeDefined()
})

test('S-4.09 D-23 a link expires after 60 minutes', async () => {
  const [early, late] = [await createWaiting(), await createWaiting()]
  server.travel(59 * MINUTES)
  expect((await use(early.link)).status).toBe(200)
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
  const { id, email: own, headers } = await createSignedInMember(server.deps)
  for (const email of [own, own.toUpperCase()]) {
    const { status, body } = await resend(email, headers)
    expect([status, body.message]).toEqual([400, texts.alreadyVerified])
    expect(body.message).toMatch(/already verified/)
    expect(`Bearer ${body.token}`).toBe(headers.authorization)
  }
  expect(await countSessions(id)).toBe(1)
})

test('D-24 resending is limited to once a minute and 5 an hour, and strangers cannot use up the owner’s limit', async () => {
  const { email, headers } = await createSignedInMember(server.deps, { verified: false })
  expect((await resend(email)).status).toBe(200)
  const refused = await resend(email)
  expect([refused.status, Number(refused.headers['retry-after']) > 50]).toEqual([429, true])
  expect((await resend('unknown@campus.edu.my')).status).toBe(200)
  expect((await resend('unknown@campus.edu.my')).status).toBe(429)
  expect((await resend(email, headers)).status).toBe(200)
  for (const status of [200, 200, 200, 200, 429]) {
    server.travel(MINUTES + 1000)
    expect((await resend(email)).status).toBe(status)
  }
  expect((await resend(email, headers)).status).toBe(200)
})

test('D-20 one mailbox gets at most a mail a minute and 5 an hour; further mails are sent later, once', async () => {
  const { id } = await createMember(server.deps, { verified: false })
  await takeWaitingMail(server)
  await Promise.all([mailLink(id), mailLink(id), mailLink(id)])
  expect(mails).toHaveLength(1)
  const [later, ...more] = await takeWaitingMail(server)
  expect([later?.kind, later?.id, more]).toEqual(['verification', id, []])
  expect(later?.seconds).toBeGreaterThan(50)
  for (let at = 0; at < 5; at += 1) {
    server.travel(MINUTES + 1000)
    await mailLink(id)
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

test('D-24 a link opens no session for a suspended member', async () => {
  const { id, link } = await createWaiting()
  await suspend(server.deps, id)
  const { status, body } = await use(link)
  expect([status, body.token, body.user]).toEqual([200, undefined, undefined])
})
