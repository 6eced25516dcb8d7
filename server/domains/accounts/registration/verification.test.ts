import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, createMemberSession, suspend } from '../../../../tests/support/api/accounts.ts'
import { catchMail, get, post, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { accountsMail } from '../accounts.mail.ts'

const server = serverForTests({ WEB_URL: 'https://rewards.campus.example' })
let mails: Mail[]
let clientsSoFar = 0

const MINUTES = 60_000

beforeAll(async () => {
  mails = catchMail(server)
})
beforeEach(() => {
  mails.length = 0
})

/** Sends the verification mail and returns its link and parts. */
async function linkFor(userId: number) {
  await accountsMail(server.deps).verification(userId)
  const link = /https:\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
  const query = Object.fromEntries(new URL(link).searchParams)
  return {
    link,
    id: query.id ?? '',
    hash: query.hash ?? '',
    expires: query.expires ?? '',
    signature: query.signature ?? '',
  }
}

type Link = { id: string | number; hash: string; expires: string | number; signature: string }
const use = (link: Link) => post(server, `/email/verify/${link.id}/${link.hash}`, link)
const createUnverifiedMember = () => createMember(server.deps, { verified: false })

async function resend(email: string, headers: Record<string, string> = {}, from?: string) {
  clientsSoFar += 1
  return post(
    server,
    '/email/verification-notification',
    { email },
    { headers, from: from ?? `10.4.0.${clientsSoFar}` },
  )
}

test('S-7.03 S-4.08 D-23 the mailed link verifies the address and opens a session', async () => {
  const member = await createUnverifiedMember()
  const link = await linkFor(member.id)
  expect(mails.at(-1)?.to).toBe(member.email)
  expect(link.link.startsWith('https://rewards.campus.example/email/verification?id=')).toBe(true)
  const { status, body, headers } = await use(link)
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body.user).toMatchObject({ id: member.id, email_verified_at: expect.stringMatching(/Z$/) })
  const me = await get(server, '/wallet', { authorization: `Bearer ${body.token}` })
  expect(me.status).toBe(200)
})

test('D-23 a used link returns 200 without token and user', async () => {
  const link = await linkFor((await createUnverifiedMember()).id)
  await use(link)
  expect(await use(link)).toMatchObject({ status: 200, body: { message: texts.alreadyVerified } })
  expect((await use(link)).body.token).toBeUndefined()
  expect((await use(link)).body.user).toBeUndefined()
})

test('D-23 50 simultaneous first uses open one session', async () => {
  const member = await createUnverifiedMember()
  const link = await linkFor(member.id)
  const answers = await Promise.all(Array.from({ length: 50 }, () => use(link)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(answers.filter(({ body }) => body.token !== undefined)).toHaveLength(1)
  const { rowCount } = await server.deps.db.pool.query({
    text: 'SELECT FROM sessions WHERE user_id = $1',
    values: [member.id],
  })
  expect(rowCount).toBe(1)
})

test('S-4.10 D-23 an earlier session sees the address as verified', async () => {
  const member = await createUnverifiedMember()
  const polling = await createMemberSession(server.deps, member)
  const { link: _, ...values } = await linkFor(member.id)
  expect((await use({ ...values, password: member.password } as Link)).status).toBe(200)
  const { status, body } = await get(server, '/user', polling)
  expect([status, body.data?.email_verified_at]).toEqual([200, expect.stringMatching(/Z$/)])
})

test('S-4.09 D-23 a link with any part changed is rejected and verifies nothing', async () => {
  const [member, other] = [await createUnverifiedMember(), await createUnverifiedMember()]
  const link = await linkFor(member.id)
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
    if (JSON.stringify(wrong) === JSON.stringify(link)) continue
    const { status, body } = await use(wrong)
    expect([wrong, status, body.message]).toEqual([wrong, 422, texts.linkInvalid])
  }
  for (const missing of ['hash', 'expires', 'signature']) {
    const { [missing]: _, ...rest } = link as Record<string, string>
    expect((await post(server, `/email/verify/${link.id}/x`, rest)).status).toBe(422)
  }
  expect((await use(link)).body.token).toBeDefined()
})

test('S-4.09 D-23 a link expires after 60 minutes', async () => {
  const member = await createUnverifiedMember()
  const [early, late] = [await linkFor(member.id), { id: 0 }]
  server.travel(59 * MINUTES)
  expect((await use(early)).status).toBe(200)
  const other = await createUnverifiedMember()
  Object.assign(late, await linkFor(other.id))
  server.travel(60 * MINUTES)
  expect(await use(late as Link)).toMatchObject({ status: 422, body: { message: texts.linkInvalid } })
})

test('D-24 a link opens no session for a suspended member', async () => {
  const member = await createUnverifiedMember()
  const link = await linkFor(member.id)
  await suspend(server.deps, member.id)
  const { status, body } = await use(link)
  expect([status, body.token, body.user]).toEqual([200, undefined, undefined])
})

test('S-7.04 D-24 resending answers the same for every address, and mails only unverified accounts', async () => {
  await takeWaitingMail(server)
  const [waiting, verified] = [await createUnverifiedMember(), await createMember(server.deps)]
  const stranger = await createMemberSession(server.deps, await createMember(server.deps))
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
  for (const { id } of jobs) await accountsMail(server.deps).verification(id)
  expect(mails.map(({ to }) => to)).toEqual([waiting.email])
})

test('S-4.11 D-24 resending to the caller’s own verified address returns 400 with the token they sent', async () => {
  const member = await createMember(server.deps)
  const headers = await createMemberSession(server.deps, member)
  for (const email of [member.email, member.email.toUpperCase()]) {
    const { status, body } = await resend(email, headers)
    expect([status, body.message]).toEqual([400, texts.alreadyVerified])
    expect(body.message).toMatch(/already verified/)
    expect(`Bearer ${body.token}`).toBe(headers.authorization)
  }
  const { rowCount } = await server.deps.db.pool.query({
    text: 'SELECT FROM sessions WHERE user_id = $1',
    values: [member.id],
  })
  expect(rowCount).toBe(1)
})

test('D-24 resending is limited to once a minute and 5 an hour, and strangers cannot use up the owner’s limit', async () => {
  const member = await createUnverifiedMember()
  const headers = await createMemberSession(server.deps, member)
  expect((await resend(member.email)).status).toBe(200)
  const refused = await resend(member.email)
  expect([refused.status, Number(refused.headers['retry-after']) > 50]).toEqual([429, true])
  expect((await resend('unknown@campus.edu.my')).status).toBe(200)
  expect((await resend('unknown@campus.edu.my')).status).toBe(429)
  expect((await resend(member.email, headers)).status).toBe(200)
  for (let at = 0; at < 4; at += 1) {
    server.travel(MINUTES + 1000)
    expect((await resend(member.email)).status).toBe(200)
  }
  server.travel(MINUTES + 1000)
  expect((await resend(member.email)).status).toBe(429)
  expect((await resend(member.email, headers)).status).toBe(200)
})

test('D-20 one mailbox gets at most a mail a minute and 5 an hour; further mails are sent later, once', async () => {
  const member = await createUnverifiedMember()
  const send = () => accountsMail(server.deps).verification(member.id)
  await takeWaitingMail(server)
  await Promise.all([send(), send(), send()])
  expect(mails).toHaveLength(1)
  const [later, ...more] = await takeWaitingMail(server)
  expect([later?.kind, later?.id, more]).toEqual(['verification', member.id, []])
  expect(later?.seconds).toBeGreaterThan(50)
  for (let at = 0; at < 5; at += 1) {
    server.travel(MINUTES + 1000)
    await send()
  }
  expect(mails).toHaveLength(5)
  const [muchLater] = await takeWaitingMail(server)
  expect(muchLater?.seconds).toBeGreaterThan(50 * 60)
})

test('D-26 a mail that the mail server rejects is not counted, so it is sent once the server works again', async () => {
  const member = await createUnverifiedMember()
  const send = server.deps.mailer.send
  server.deps.mailer.send = () => Promise.reject(new Error('away'))
  await expect(accountsMail(server.deps).verification(member.id)).rejects.toThrow('away')
  server.deps.mailer.send = send
  await accountsMail(server.deps).verification(member.id)
  expect(mails).toHaveLength(1)
})

test('D-23 a verified or deleted member gets no verification mail', async () => {
  const member = await createMember(server.deps)
  await accountsMail(server.deps).verification(member.id)
  await accountsMail(server.deps).verification(999_999)
  expect(mails).toEqual([])
})

test('D-23 the mail to an unverified address does not contain the typed name', async () => {
  const member = await createMember(server.deps, { name: 'You won RM 100 at evil.example', verified: false })
  await accountsMail(server.deps).verification(member.id)
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).not.toContain('evil.example')
})
