import { randomInt } from 'node:crypto'
import { emailKey } from '@stampus/contract/emails'
import * as texts from '@stampus/contract/texts'
import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import type { MemberCaller } from '../http/callers.ts'
import { Refusal } from '../http/refusal.ts'
import { takeAll } from '../limits/limits.ts'
import { mailCallLimits, resendLimits } from '../limits/mail-calls.ts'
import type { GivenLink } from '../security/signed-links.ts'
import {
  deleteUnverified,
  findOtherHolder,
  findUser,
  findUserByKey,
  lockUser,
  putPendingEmailInForce,
  setVerified,
  type UserRow,
} from './accounts.store.ts'
import { deleteSessions } from './sessions.store.ts'
import { openSession } from './sessions.ts'
import type { Session } from './sign-in.ts'
import { isSoundVerification, provesAddress } from './verification-links.ts'

/**
 * Uses a verification link (D-23). The first use verifies the address, or puts a changed one in force and ends all
 * sessions (D-22), and opens a session; undefined for a later use and for a suspended member. 422 for a bad link.
 */
export async function verify(deps: Deps, link: GivenLink): Promise<Session | undefined> {
  const now = deps.now()
  if (!isSoundVerification(deps.config, link, now)) throw badLink()
  return inTransaction(deps.db.pool, async (tx) => {
    const user = await lockUser(tx, link.id)
    if (!user) throw badLink()
    if (provesAddress(link, user, user.email)) return user.email_verified_at ? undefined : verifyFirst(tx, user, now)
    if (user.pending_email && provesAddress(link, user, user.pending_email))
      return changeEmail(tx, user, user.pending_email, now)
    throw badLink()
  })
}

/**
 * Mails the verification link again where the address waits for it (D-24). A 400 for a caller who is that very user
 * and verified already: it carries the token they sent. A 429 counts whether or not the address is known.
 */
export async function resend(deps: Deps, email: string, asker: { caller: MemberCaller | undefined; address: string }) {
  const key = emailKey(email)
  const self = asker.caller && emailKey(asker.caller.email) === key ? asker.caller : undefined
  if (self?.verified) throw new Refusal(400, texts.alreadyVerified, {}, { fields: { token: self.token } })
  const limits = [...mailCallLimits(key, asker.address), ...resendLimits(self ? `member|${self.id}` : key)]
  await takeAll(deps.db.pool, limits, deps.now())
  await inTransaction(deps.db.pool, async (tx) => {
    const user = await findUserByKey(tx, key)
    const waits = user && !user.email_verified_at
    // A job about nobody is done without a mail: with it, every address takes as long.
    await deps.jobs.enqueueMail(tx, { kind: 'verification', id: waits ? user.id : nobody() })
  })
}

async function verifyFirst(tx: pg.PoolClient, user: UserRow, now: Date): Promise<Session | undefined> {
  await setVerified(tx, user.id, now)
  return sessionOf(tx, user.id, now)
}

async function changeEmail(tx: pg.PoolClient, user: UserRow, email: string, now: Date): Promise<Session | undefined> {
  const key = emailKey(email)
  const other = await findOtherHolder(tx, key, user.id)
  if (other && !(await deleteUnverified(tx, other.id))) throw new Refusal(422, texts.emailTaken)
  if (!(await putPendingEmailInForce(tx, user.id, key, now))) throw new Refusal(422, texts.emailTaken)
  await deleteSessions(tx, user.id)
  return sessionOf(tx, user.id, now)
}

async function sessionOf(tx: pg.PoolClient, id: number, now: Date): Promise<Session | undefined> {
  const user = await findUser(tx, id)
  const token = user && (await openSession(tx, user, now))
  return user && token ? { user, token } : undefined
}

/** An id that no member has; one that waits already would be cheaper to ask for again. */
function nobody(): number {
  return -randomInt(1, 2 ** 31)
}

function badLink(): Refusal {
  return new Refusal(422, texts.linkInvalid)
}
