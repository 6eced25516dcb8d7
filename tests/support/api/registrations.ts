import { randomUUID } from 'node:crypto'
import { accountsMail } from '../../../server/domains/accounts/accounts.mail.ts'
import type { TestApp } from '../server/app.ts'
import { createSignedInMember, type SignedInMember } from './accounts.ts'
import { get, post, type Reply } from './calls.ts'
import { findLink } from './password-resets.ts'

export type Link = { id: string; hash: string; expires: string; signature: string }

type NewAccount = { name: string; email: string; password: string }

/** Registers through the API from a client address. */
export async function registerAs(server: TestApp, given: NewAccount, from: string): Promise<SignedInMember> {
  const payload = { ...given, password_confirmation: given.password }
  const { status, body } = await post(server, '/register', payload, { from })
  if (status !== 201) throw new Error(`Registering answered ${status}: ${JSON.stringify(body)}`)
  return { ...given, id: body.user?.id ?? 0, headers: { authorization: `Bearer ${body.token}` } }
}

/** A registration of a new email address, with its session. */
export function registerNewMember(server: TestApp): Promise<SignedInMember> {
  const email = `one-${randomUUID()}@campus.edu.my`
  return createSignedInMember(server.deps, { name: 'Nurul Huda', email, verified: false })
}

/** Two registrations of one new address with their sessions: the victim's, then an attacker's. */
export async function registerTwice(server: TestApp) {
  const email = `twice-${randomUUID()}@campus.edu.my`
  const registration = (name: string, password: string) =>
    createSignedInMember(server.deps, { name, email, password, verified: false })
  const victim = await registration('Victim', 'Teh-tarik-7')
  return { email, victim, attacker: await registration('Attacker', 'Bad-guess-88') }
}

/** Sends a mail now and returns its link. A mailbox gets one mail a minute, so move the clock before the next. */
export async function sendAndReadLink(
  server: TestApp,
  id: number,
  kind: 'verification' | 'email-change' = 'verification',
): Promise<Link> {
  const { mailer } = server.deps
  const send = mailer.send
  let url = ''
  mailer.send = async (mail) => {
    url = findLink(mail)
    await send(mail)
  }
  await accountsMail(server.deps)[kind](id)
  mailer.send = send
  return (url ? Object.fromEntries(new URL(url).searchParams) : {}) as Link
}

type Passwords = { password?: string; new_password?: string }

/** Opens a link as the app does, with a session if its headers are given. */
export function openLink(server: TestApp, link: Link, given: Passwords = {}, headers = {}): Promise<Reply> {
  return post(server, `/email/verify/${link.id}/${link.hash}`, { ...link, ...given }, { headers })
}

/** Whether the server accepts a token, or the headers with it. */
export async function isSignedIn(server: TestApp, by: string | { authorization: string }): Promise<boolean> {
  const headers = typeof by === 'string' ? { authorization: `Bearer ${by}` } : by
  return (await get(server, '/user', headers)).status === 200
}
