import { accountsMail } from '../../../server/domains/accounts/accounts.mail.ts'
import { ownersMail } from '../../../server/domains/counters/owners/owners.mail.ts'
import { operatorsMail } from '../../../server/domains/operators/operators.mail.ts'
import { createMember, createOperator, type SignedInMember } from '../../support/api/accounts.ts'
import { catchMail, post, takeWaitingMail } from '../../support/api/calls.ts'
import { connectCounter, createOwner } from '../../support/api/counters.ts'
import { createDesk } from '../../support/api/desk.ts'
import { consolePost, invite } from '../../support/api/operators.ts'
import { findLink, requestResetLink } from '../../support/api/password-resets.ts'
import { fillLimit } from '../../support/api/rate-limits.ts'
import { postUnlockLink, sendUnlockMail, unlockCall } from '../../support/api/unlocks.ts'
import type { TestApp } from '../../support/server/app.ts'
import type { Link, Mutation } from './link-mutations.ts'

type Opened = { status: number; token?: string | undefined; password: string }
export type LinkKind = {
  /** A new link, and how many sessions its owner has. */
  mail: (server: TestApp) => Promise<{ link: Link; sessions: (server: TestApp) => Promise<number> }>
  open: (server: TestApp, link: Mutation['link']) => Promise<Opened>
  /** The expected result of simultaneous uses: sessions, and uses that changed something. */
  once: { sessions: number; counted: number }
}

let uses = 0
const given = (url: string) => Object.fromEntries(new URL(url).searchParams) as Link
/** A new source address each time, so that no rate limit rejects what the link itself must reject. */
const from = () => `10.${40 + Math.floor(uses / 62_500)}.${Math.floor(uses / 250) % 250}.${uses % 250}`
function another() {
  uses += 1
  return `Teh-${uses}-kosong`
}

const asOwner = (server: TestApp) => connectCounter(server, { from: from() })

type Name = 'verification' | 'reset' | 'operator' | 'owner' | 'unlock' | 'operator unlock' | 'owner unlock'

/** The cookie of the browser that requested the latest unlock link. */
let browser = ''

export const linkKinds: Record<Name, LinkKind> = {
  verification: {
    once: { sessions: 1, counted: 1 },
    mail: async (server) => {
      const mails = catchMail(server)
      const { id } = await createMember(server.deps, { verified: false })
      await accountsMail(server.deps).verification(id)
      return { link: given(findLink(mails[0])), sessions: (at) => sessionsOf(at, id) }
    },
    open: async (server, link) => {
      const path = `/email/verify/${encodeURIComponent(String(link.id))}/${encodeURIComponent(String(link.hash))}`
      const { expires, signature } = link
      const { status, body } = await post(server, path, { expires, signature })
      return { status, token: body.token, password: '' }
    },
  },
  reset: {
    once: { sessions: 0, counted: 1 },
    mail: async (server) => {
      const mails = catchMail(server)
      const member = await createMember(server.deps)
      await takeWaitingMail(server)
      await requestResetLink(server, await createOperator(server.deps, { role: 'manager' }), member.id)
      const [job] = await takeWaitingMail(server)
      await accountsMail(server.deps)['password-reset'](job?.id ?? 0)
      return { link: given(findLink(mails[0])), sessions: (at) => sessionsOf(at, member.id) }
    },
    open: async (server, link) => {
      const password = another()
      const sent = { ...link, password, password_confirmation: password }
      const { status, body } = await post(server, '/password/reset', sent, { from: from() })
      return { status, token: body.token, password }
    },
  },
  operator: {
    once: { sessions: 0, counted: 1 },
    mail: async (server) => {
      const { link } = await invite(server, await createDesk(server, { role: 'manager' }))
      return { link: given(link), sessions: async () => 0 }
    },
    open: async (server, link) => {
      const password = another()
      const { status, cookie } = await consolePost(server, '/password', { ...link, password }, '', from())
      return { status, token: cookie || undefined, password }
    },
  },
  owner: {
    once: { sessions: 1, counted: 1 },
    mail: async (server) => {
      const mails = catchMail(server)
      const manager = await createDesk(server, { role: 'manager' })
      const { merchantId } = await createOwner(server.deps)
      await takeWaitingMail(server)
      const form = { name: 'Rosnah', email: `${another()}@warung.example`, language: 'en', merchant_ids: [merchantId] }
      const { data } = await manager.call<{ data: { id: number } }>('POST', '/owners', form)
      const [job] = await takeWaitingMail(server)
      await ownersMail(server.deps)['owner-link'](job?.id ?? 0)
      return { link: given(findLink(mails[0])), sessions: (at) => ownerSessionsOf(at, data.id) }
    },
    open: async (server, link) => {
      const password = another()
      const { status, set } = await asOwner(server)('POST', '/owner/password', { ...link, password })
      return { status, token: set[0], password }
    },
  },
  'operator unlock': {
    once: { sessions: 0, counted: 1 },
    mail: async (server) => {
      const { email } = await createOperator(server.deps)
      const wrong = { email, password: 'Wrong-pass-1' }
      const link = await unlockLinkOf(server, `console|account|${email}`, () =>
        consolePost(server, '/session', wrong, '', from()),
      )
      return { link, sessions: async () => 0 }
    },
    open: async (server, link) => {
      another()
      const { status } = await consolePost(server, '/unlock', link, '', from())
      return { status, password: '' }
    },
  },
  'owner unlock': {
    once: { sessions: 0, counted: 1 },
    mail: async (server) => {
      const { email, id } = await createOwner(server.deps)
      const wrong = { email, password: 'Wrong-pass-1' }
      const link = await unlockLinkOf(server, `owner|account|${email}`, () =>
        asOwner(server)('POST', '/owner/session', wrong),
      )
      return { link, sessions: (at) => ownerSessionsOf(at, id) }
    },
    open: async (server, link) => {
      another()
      const { status } = await asOwner(server)('POST', '/owner/unlock', link)
      return { status, password: '' }
    },
  },
  unlock: {
    once: { sessions: 0, counted: 1 },
    mail: async (server) => {
      const mails = catchMail(server)
      const member = await createMember(server.deps)
      await takeWaitingMail(server)
      const { cookie } = await postUnlockLink(server, member.email, { cookie: browser, from: from() })
      browser = cookie
      await sendUnlockMail(server)
      return { link: given(findLink(mails[0])), sessions: (at) => sessionsOf(at, member.id) }
    },
    open: async (server, link) => {
      const { status, body } = await unlockCall(server, '/browser/unlock', link, { cookie: browser })
      return { status, token: body.token, password: '' }
    },
  },
}

async function sessionsOf({ deps }: TestApp, id: SignedInMember['id']): Promise<number> {
  const { rowCount } = await deps.db.pool.query({ text: 'SELECT FROM sessions WHERE user_id = $1', values: [id] })
  return rowCount ?? 0
}

async function ownerSessionsOf({ deps }: TestApp, id: number): Promise<number> {
  const { rowCount } = await deps.db.pool.query({
    text: 'SELECT FROM owner_sessions WHERE owner_id = $1',
    values: [id],
  })
  return rowCount ?? 0
}

/** Locks an account and returns the link of the mail about it. */
async function unlockLinkOf(server: TestApp, limit: string, signInWrongly: () => Promise<unknown>): Promise<Link> {
  const mails = catchMail(server)
  await takeWaitingMail(server)
  await fillLimit(server, limit, 25)
  await signInWrongly()
  const send = { ...operatorsMail(server.deps), ...ownersMail(server.deps) }
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'operator-unlock' || kind === 'owner-unlock') await send[kind](id)
  return given(findLink(mails[0]))
}
