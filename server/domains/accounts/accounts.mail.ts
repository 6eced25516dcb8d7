import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { JobHandlers, MailJob } from '../../platform/jobs/jobs.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { mailboxLimits } from '../../platform/rate-limits/mail-limits.ts'
import { refundOnFailure, tryConsumeLimits } from '../../platform/rate-limits/rate-limits.ts'
import {
  emailChangeMail,
  emailChangeNotice,
  newPasswordMail,
  resetMail,
  unlockMail,
  verificationMail,
} from './account-mails.ts'
import { findUser } from './accounts.store.ts'
import { findEmailChange } from './email-changes/email-changes.store.ts'
import { resetLinks, stopLinks, unlockLinks, verificationLinks } from './links.ts'
import { findReset } from './password-resets/password-resets.store.ts'
import { saveLinkMailed } from './registration/registration.store.ts'
import { claimUnlockMail } from './unlocks/unlocks.service.ts'

type AccountMail = 'verification' | 'email-change' | 'email-change-notice' | 'password-reset' | 'unlock'

/** Sends the mails about accounts, unless what they are about has changed meanwhile. */
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
  if (!user || !(await saveLinkMailed(deps.db.pool, userId, deps.now()))) return
  const link = verificationLinks.make(deps.config, user.id, { ...user, address: user.email }, deps.now())
  await sendWithinLimits(deps, { kind: 'verification', id: userId }, verificationMail(deps.config, user, { link }))
}

async function sendEmailChange(deps: Deps, changeId: number): Promise<void> {
  const change = await findEmailChange(deps.db.pool, changeId)
  const user = change && (await findUser(deps.db.pool, change.user_id))
  if (!user || user.pending_email !== change.new_email) return
  const link = verificationLinks.make(deps.config, user.id, { ...user, address: change.new_email }, deps.now())
  const to = { email: change.new_email, language: user.language }
  const mail = emailChangeMail(deps.config, to, { link, oldEmail: change.old_email })
  await sendWithinLimits(deps, { kind: 'email-change', id: changeId }, mail)
}

async function sendEmailChangeNotice(deps: Deps, changeId: number): Promise<void> {
  const change = await findEmailChange(deps.db.pool, changeId)
  const user = change && (await findUser(deps.db.pool, change.user_id))
  if (!user) return
  const link = stopLinks.make(deps.config, changeId, change, deps.now())
  const to = { email: change.old_email, language: user.language }
  const mail = emailChangeNotice(deps.config, to, { name: user.name, newEmail: change.new_email, link })
  await sendWithinLimits(deps, { kind: 'email-change-notice', id: changeId }, mail)
}

async function sendReset(deps: Deps, resetId: number): Promise<void> {
  const reset = await findReset(deps.db.pool, resetId)
  const user = reset && (await findUser(deps.db.pool, reset.user_id))
  if (!user || user.suspended) return
  const link = resetLinks.make(deps.config, resetId, user, deps.now())
  const mail = (reset.operator_id ? resetMail : newPasswordMail)(deps.config, user, { link })
  await sendWithinLimits(deps, { kind: 'password-reset', id: resetId }, mail)
}

async function sendUnlock(deps: Deps, unlockId: number): Promise<void> {
  const user = await claimUnlockMail(deps, unlockId)
  if (!user) return
  const link = unlockLinks.make(deps.config, unlockId, user, deps.now())
  await sendWithinLimits(deps, { kind: 'unlock', id: unlockId }, unlockMail(deps.config, user, { link }))
}

/** Sends a mail within the limits of one mailbox. A mail above them is enqueued again for later. */
async function sendWithinLimits(deps: Deps, job: MailJob, mail: Mail): Promise<void> {
  const { pool } = deps.db
  const limits = mailboxLimits(mail.to)
  const afterSeconds = await tryConsumeLimits(pool, limits, deps.now())
  if (afterSeconds !== undefined) return inTransaction(pool, (tx) => deps.jobs.enqueueMail(tx, job, { afterSeconds }))
  await refundOnFailure(pool, limits, deps.mailer.send(mail))
}
