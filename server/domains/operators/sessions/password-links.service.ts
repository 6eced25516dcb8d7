import { createHash } from 'node:crypto'
import { INVITATION_HOURS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { HttpError } from '../../../platform/http/http-error.ts'
import { forgetFailedAttempts } from '../../../platform/rate-limits/failed-attempts.ts'
import { mailCallLimits } from '../../../platform/rate-limits/mail-limits.ts'
import { addressKey, consumeLimit, consumeLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { constantTimeEqual } from '../../../platform/security/crypto.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import { isValidLink, type LinkKind, type SignedLink, signedLink } from '../../../platform/security/signed-links.ts'
import {
  findOperator,
  lockOperator,
  type OperatorRow,
  recordOperatorAudit,
  setOperatorPassword,
} from '../operators.store.ts'
import { requireUncommonPassword } from '../own-account/own-account.service.ts'
import { deleteLink, findLinkHolder, replaceLink } from './password-links.store.ts'
import { endSessions, operatorSessions } from './sessions.store.ts'

const LINK: LinkKind = { purpose: 'operator-link', path: '/console/password' }
const INVITATION: LinkKind = { ...LINK, lifeMs: INVITATION_HOURS * HOUR_MS }

type Settings = Pick<Config, 'APP_KEY' | 'WEB_URL' | 'CONSOLE_URL'>

/** Mails an operator a one-time link to a password, which voids an earlier one. The caller has locked the row. Throws 429. */
export async function mailPasswordLink(
  tx: Queryable,
  deps: Deps,
  { id, email }: Pick<OperatorRow, 'id' | 'email'>,
  address: string,
): Promise<void> {
  await consumeLimits(tx, mailCallLimits(emailKey(email), address), deps.now())
  const link = await replaceLink(tx, id, deps.now())
  await deps.jobs.enqueueMail(tx, { kind: 'operator-link', id: link })
}

/**
 * The link to a password. It works once, until the operator's password or address changes: for 72 hours if the operator has no
 * password yet, else for 60 minutes.
 */
export function makePasswordLink({ APP_KEY, ...at }: Settings, linkId: number, holder: OperatorRow, now: Date): string {
  const places = { APP_KEY, WEB_URL: at.CONSOLE_URL ?? at.WEB_URL }
  const kind = holder.password_hash === null ? INVITATION : LINK
  return signedLink(places, kind, { id: linkId, hash: hashHolder(linkId, holder) }, now)
}

/**
 * Sets a password with a link, once. Ends all sessions, opens none, and forgets failed attempts. Throws 422 for an invalid,
 * used or old link; 422 on `password` for a well-known password; 429; 503 while too many passwords wait to be hashed.
 */
export async function setPassword(
  deps: Deps,
  given: SignedLink & { password: string },
  address: string,
): Promise<void> {
  const { pool } = deps.db
  const at = deps.now()
  await consumeLimit(pool, { key: `operator-link|address|${addressKey(address)}`, max: 60, windowSeconds: 300 }, at)
  if (!isValidLink(deps.config, LINK, given, at)) throw badLink()
  await findHolder(given, pool, findOperator)
  requireUncommonPassword(given.password)
  const hash = await hashPassword(given.password, address)
  await inTransaction(pool, async (tx) => {
    const { id, email } = await findHolder(given, tx, lockOperator)
    await setOperatorPassword(tx, id, hash)
    await deleteLink(tx, id)
    await endSessions(tx, id)
    await operatorSessions.forgetDevices(tx, id)
    await forgetFailedAttempts(tx, 'console', emailKey(email))
    await recordOperatorAudit(tx, {
      actorId: id,
      action: 'operator.password_set',
      operatorId: id,
      at,
      fields: ['password'],
    })
  })
}

/** The 422 for a link to a password that cannot be used. */
export function badLink(): HttpError {
  return new HttpError(422, texts.operatorLinkInvalid)
}

async function findHolder(link: SignedLink, db: Queryable, find: typeof findOperator): Promise<OperatorRow> {
  const holder = await findLinkHolder(db, link.id)
  const operator = holder === undefined ? undefined : await find(db, holder)
  if (!operator || !constantTimeEqual(link.hash, hashHolder(link.id, operator))) throw badLink()
  return operator
}

function hashHolder(linkId: number, { email, password_hash }: OperatorRow): string {
  return createHash('sha256')
    .update(`${linkId}|${email}|${password_hash ?? ''}`)
    .digest('hex')
    .slice(0, 40)
}
