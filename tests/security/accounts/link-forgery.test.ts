import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { accountsMail } from '../../../server/domains/accounts/accounts.mail.ts'
import { staffMail } from '../../../server/domains/staff/staff.mail.ts'
import * as crypto from '../../../server/platform/security/crypto.ts'
import { changeStatements } from '../../stress/support/queries.ts'
import { createMember, createOperator } from '../../support/api/accounts.ts'
import { catchMail, post, takeWaitingMail } from '../../support/api/calls.ts'
import { createOwner } from '../../support/api/counters.ts'
import { createDesk } from '../../support/api/desk.ts'
import { createMerchant } from '../../support/api/merchants.ts'
import { findLink, parseResetLink, type ResetLink, requestResetLink } from '../../support/api/password-resets.ts'
import { fillLimit } from '../../support/api/rate-limits.ts'
import { nextClientAddress, openUnlockLink, postUnlockLink } from '../../support/api/unlocks.ts'
import { findPostgres } from '../../support/database/postgres-server.ts'
import type { TestApp } from '../../support/server/app.ts'
import { startAccountsServer } from './environment.ts'

const AT_ONCE = 50

let server: TestApp
beforeAll(async () => {
  server = await startAccountsServer()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => server?.close())

/** Posts from a new address each time, so that no rate limit rejects what the link itself must reject. */
const send = (path: string, payload: object) =>
  post(server, path, payload, { headers: { 'sec-fetch-site': 'same-origin' }, from: nextClientAddress() })
const statusOf = async (path: string, payload: object) => (await send(path, payload)).status

let accounts = 0
/** A part of an address or a password that no other has. */
const next = () => {
  accounts += 1
  return `Teh-${accounts}-kosong`
}
const withPassword = (link: object) => {
  const password = next()
  return { ...link, password, password_confirmation: password }
}

/** The cookie of the browser that requested the latest unlock link. */
let browser = ''

/** How a link is requested, and the status of opening it. */
type Kind = { request: () => Promise<unknown>; open: (link: ResetLink) => Promise<number> }
const verification: Kind = {
  request: async () => {
    const { email } = await createMember(server.deps, { verified: false })
    await send('/email/verification-notification', { email })
  },
  open: async ({ id, hash, expires, signature }) => {
    const { status, body } = await send(`/email/verify/${id}/${hash}`, { expires, signature })
    // A repeated use is answered as well, without a session.
    return status === 200 && !body.token ? 409 : status
  },
}
const kinds: Record<string, Kind> = {
  'D-23 a link for verification': verification,
  'D-25 a link for a new password': {
    request: async () => {
      const { id } = await createMember(server.deps)
      await requestResetLink(server, await createOperator(server.deps, { role: 'manager' }), id)
    },
    open: (link) => statusOf('/password/reset', withPassword(link)),
  },
  'D-21 a link for unlocking the browser of a member': {
    request: async () => {
      const { email } = await createMember(server.deps)
      browser = (await postUnlockLink(server, email, { cookie: browser, from: nextClientAddress() })).cookie
    },
    open: async (link) => (await openUnlockLink(server, link, browser)).status,
  },
  'D-50 a link for a new operator': {
    request: async () => {
      const form = { name: 'Siti', email: `${next()}@office.example`, role: 'reviewer' }
      await (await createDesk(server, { role: 'manager' })).call('POST', '/operators', form)
    },
    open: (link) => statusOf('/console/password', withPassword(link)),
  },
  'D-21 a link for unlocking the browser of an operator': {
    request: async () => {
      const { email } = await createOperator(server.deps)
      await fillLimit(server, `console|account|${email}`, 25)
      await send('/console/session', { email, password: 'Wrong-pass-1' })
    },
    open: (link) => statusOf('/console/unlock', link),
  },
  'R-4.01 a link for a new owner': {
    request: async () => {
      const { id } = await createMerchant(server.deps)
      const form = { name: 'Ros', email: `${next()}@warung.example`, language: 'en', merchant_ids: [id] }
      await (await createDesk(server, { role: 'manager' })).call('POST', '/owners', form)
    },
    open: (link) => statusOf('/counter/owner/password', withPassword(link)),
  },
  'D-21 a link for unlocking the browser of an owner': {
    request: async () => {
      const { email } = await createOwner(server.deps)
      await fillLimit(server, `owner|account|${email}`, 25)
      await send('/counter/owner/session', { email, password: 'Wrong-pass-1' })
    },
    open: (link) => statusOf('/counter/owner/unlock', link),
  },
}

/** The link of the mail that a request causes. */
async function mailed({ request }: Kind): Promise<ResetLink> {
  const mails = catchMail(server)
  const { deps } = server
  const handlers: Record<string, (id: number) => Promise<unknown>> = {
    ...accountsMail(deps),
    ...staffMail(deps),
  }
  await takeWaitingMail(server)
  await request()
  for (const { kind, id } of await takeWaitingMail(server)) await handlers[kind]?.(id)
  return parseResetLink(findLink(mails[0]))
}

/** A new link, and the changes of it that are not refused. */
async function findAccepted(kind: Kind) {
  const another = await mailed(kind)
  // In the same second, the other link would differ in fewer parts.
  server.travel(7000)
  const link = await mailed(kind)
  const parts = ['id', 'hash', 'expires', 'signature'] as const
  const accepted: object[] = []
  for (const change of [
    ...parts.map((part) => ({ [part]: another[part] })),
    ...parts.map((part) => ({ [part]: `${link[part]}0` })),
    { signature: link.signature.toUpperCase() },
    { signature: link.signature.slice(1) },
    { signature: '' },
  ]) {
    const status = await kind.open({ ...link, ...change })
    if (status !== 422) accepted.push({ ...change, status })
  }
  return { link, accepted }
}

const openAtOnce = (kind: Kind, link: ResetLink) => Promise.all(Array.from({ length: AT_ONCE }, () => kind.open(link)))
const countUses = (statuses: number[]) => statuses.filter((status) => status === 200).length

test.each(Object.entries(kinds))(
  `%s with a changed part is refused, and of ${AT_ONCE} uses at once only one counts`,
  async (_, kind) => {
    const { link, accepted } = await findAccepted(kind)
    expect(accepted).toEqual([])
    const statuses = await openAtOnce(kind, link)
    expect(countUses(statuses)).toBe(1)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  },
)

const bytesOf = (hex: string) => Buffer.from(hex, 'hex')

test.each<[string, typeof crypto.constantTimeEqual]>([
  ['compares bytes instead of characters', (given, expected) => bytesOf(given).equals(bytesOf(expected))],
  ['compares only the beginning', (given, expected) => given.slice(0, 20) === expected.slice(0, 20)],
  ['accepts an empty signature', (given, expected) => given === expected || given === ''],
])('D-23 injected fault: the test notices a signature check that %s', async (_, comparing) => {
  vi.spyOn(crypto, 'constantTimeEqual').mockImplementation(comparing)
  const { accepted } = await findAccepted(verification)
  expect(accepted).toContainEqual({ signature: expect.any(String), status: 200 })
})

/** Only PostgreSQL has several connections. */
test.skipIf(!findPostgres())('D-23 injected fault: the test notices a link that is used without a lock', async () => {
  const link = await mailed(verification)
  const ofAddress = changeStatements('SELECT pg_advisory_xact_lock($1, hashtext($2))', (text) =>
    text.replace('pg_advisory_xact_lock', 'greatest'),
  )
  const ofMember = changeStatements('users u WHERE', (text) => text.replace('FOR NO KEY UPDATE OF u', ''))
  try {
    expect(countUses(await openAtOnce(verification, link))).toBeGreaterThan(1)
  } finally {
    ofAddress.restore()
    ofMember.restore()
  }
})
