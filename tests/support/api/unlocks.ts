import { accountsMail } from '../../../server/domains/accounts/accounts.mail.ts'
import type { Mail } from '../../../server/platform/mail/mailer.ts'
import type { TestApp } from '../server/app.ts'
import { createOperator } from './accounts.ts'
import { post, takeWaitingMail } from './calls.ts'
import { findLink, parseResetLink, requestResetLink } from './password-resets.ts'
import { fillLimit } from './rate-limits.ts'

const UNLOCK_COOKIE = 'stampus_unlock'

type Browser = { cookie?: string; from?: string }

/** Posts as a browser that may have an unlock cookie. Returns the cookie it has afterwards. */
export async function unlockCall(server: TestApp, path: string, payload: object, { cookie = '', from }: Browser = {}) {
  const headers = cookie === '' ? {} : { cookie: `${UNLOCK_COOKIE}=${cookie}` }
  const answer = await post(server, path, payload, { headers, ...(from && { from }) })
  const set = String(answer.headers['set-cookie'] ?? '')
  return { ...answer, set, cookie: new RegExp(`${UNLOCK_COOKIE}=([\\w-]+)`).exec(set)?.[1] ?? cookie }
}

export const postUnlockLink = (server: TestApp, email: string, browser?: Browser) =>
  unlockCall(server, '/browser/unlock-link', { email }, browser)

let addresses = 0

/** A client address that no call came from yet. */
export function nextClientAddress(): string {
  addresses += 1
  return `10.${31 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
}

export const logIn = (server: TestApp, given: object, cookie = '', from = nextClientAddress()) =>
  unlockCall(server, '/login', given, { cookie, from })

export const openUnlockLink = (server: TestApp, link: object, cookie = '') =>
  unlockCall(server, '/browser/unlock', link, { cookie })

/** Uses up the login attempts that an account has in this hour. */
export const useUpAttempts = (server: TestApp, { email }: { email: string }) =>
  fillLimit(server, `sign-in|account|${email}`, 25)

type Mailbox = { server: TestApp; mails: Mail[] }

/** Requests an unlock link. Returns the mailed link and the cookie of the browser. */
export async function requestAndReadUnlockLink({ server, mails }: Mailbox, { email }: { email: string }, cookie = '') {
  const answer = await postUnlockLink(server, email, { cookie })
  await sendUnlockMail(server)
  return { link: parseResetLink(findLink(mails.at(-1))), cookie: answer.cookie }
}

/** Sets a new password with a link from support. Returns the status. Moves the clock, because a mailbox gets one mail a minute. */
export async function resetPasswordBySupport({ server, mails }: Mailbox, { id }: { id: number }, password: string) {
  server.travel(61_000)
  await takeWaitingMail(server)
  await requestResetLink(server, await createOperator(server.deps, { role: 'manager' }), id, nextClientAddress())
  for (const job of await takeWaitingMail(server)) await accountsMail(server.deps)['password-reset'](job.id)
  const sent = { ...parseResetLink(findLink(mails.at(-1))), password, password_confirmation: password }
  const { status } = await post(server, '/password/reset', sent, { from: nextClientAddress() })
  server.travel(61_000)
  return status
}

/** Sends the unlock mails in the queue. */
export async function sendUnlockMail(server: TestApp): Promise<void> {
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'unlock') await accountsMail(server.deps).unlock(id)
}
