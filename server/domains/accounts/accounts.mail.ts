import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { JobHandlers, MailJob } from '../../platform/jobs/jobs.ts'
import {
  emailChangeLetter,
  emailChangeNoticeLetter,
  type MailMessage,
  mailOf,
  newPasswordLetter,
  resetLetter,
  unlockLetter,
  verificationLetter,
} from '../../platform/mail/letters.ts'
import { mailboxLimits } from '../../platform/rate-limits/mail-limits.ts'
import { refundOnFailure, tryTakeAll } from '../../platform/rate-limits/rate-limits.ts'
import { findEmailChange, findUser } from './accounts.store.ts'
import { resetLinks, stopLinks, unlockLinks, verificationLinks } from './mailed-links.ts'
import { findReset } from './password-resets/password-resets.store.ts'
import { noteLinkMailed } from './registration/registration.store.ts'
import { holdUnlockMail } from './unlocks/unlocks.service.ts'

type AccountMail = 'verification' | 'email-change' | 'email-change-notice' | 'password-reset' | 'unlock'

/** Sends the mails about accounts, if what they are about still stands (D-22, D-23, D-25). */
export function accountsMail(deps: Deps): Pick<JobHandlers['mail'], AccountMail> {
  return {
    verification: (userId) => sendVerification(deps, userId),
    'email-change': (changeId) => sendEmailChange(deps, changeId),
    'email-change-notice': (changeId) => sendEmailChangeNotice(deps, changeId),
    'password-reset': (resetId) => sendReset(deps, resetId),
    unlock: (unlockId) => sendUnlock(deps, unlockId),
  }
}

async function sendVerification(deps: Deps, userId: number): Promise<void> {
  const user = await findUser(deps.db.pool, userId)
  if (!user || !(await noteLinkMailed(deps.db.pool, userId, deps.now()))) return
  const link = verificationLinks.make(deps.config, user.id, { ...user, address: user.email }, deps.now())
  const letter = verificationLetter(deps.config, { link })
  await sendPaced(deps, { kind: 'verification', id: userId }, user.email, letter)
}

async function sendEmailChange(deps: Deps, changeId: number): Promise<void> {
  const change = await findEmailChange(deps.db.pool, changeId)
  const user = change && (await findUser(deps.db.pool, change.user_id))
  if (!user || user.pending_email !== change.new_email) return
  const link = verificationLinks.make(deps.config, user.id, { ...user, address: change.new_email }, deps.now())
  const letter = emailChangeLetter(deps.config, { link, oldEmail: change.old_email })
  await sendPaced(deps, { kind: 'email-change', id: changeId }, change.new_email, letter)
}

async function sendEmailChangeNotice(deps: Deps, changeId: number): Promise<void> {
  const change = await findEmailChange(deps.db.pool, changeId)
  const user = change && (await findUser(deps.db.pool, change.user_id))
  if (!user) return
  const link = stopLinks.make(deps.config, changeId, change, deps.now())
  const letter = emailChangeNoticeLetter(deps.config, { name: user.name, newEmail: change.new_email, link })
  await sendPaced(deps, { kind: 'email-change-notice', id: changeId }, change.old_email, letter)
}

async function sendReset(deps: Deps, resetId: number): Promise<void> {
  const reset = await findReset(deps.db.pool, resetId)
  const user = reset && (await findUser(deps.db.pool, reset.user_id))
  if (!user || user.suspended) return
  const link = resetLinks.make(deps.config, resetId, user, deps.now())
  const letter = reset.operator_id ? resetLetter(deps.config, { link }) : newPasswordLetter(deps.config, { link })
  await sendPaced(deps, { kind: 'password-reset', id: resetId }, user.email, letter)
}

async function sendUnlock(deps: Deps, unlockId: number): Promise<void> {
  const user = await holdUnlockMail(deps, unlockId)
  if (!user) return
  const letter = unlockLetter(deps.config, { link: unlockLinks.make(deps.config, unlockId, user, deps.now()) })
  await sendPaced(deps, { kind: 'unlock', id: unlockId }, user.email, letter)
}

/** Sends at the pace one mailbox takes; what comes sooner is sent later. */
async function sendPaced(deps: Deps, job: MailJob, to: string, letter: MailMessage): Promise<void> {
  const { pool } = deps.db
  const limits = mailboxLimits(to)
  const afterSeconds = await tryTakeAll(pool, limits, deps.now())
  if (afterSeconds !== undefined) return inTransaction(pool, (tx) => deps.jobs.enqueueMail(tx, job, { afterSeconds }))
  await refundOnFailure(pool, limits, deps.mailer.send(mailOf(deps.config, to, letter)))
}
