import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { JobHandlers, MailJob } from '../../platform/jobs/jobs.ts'
import { type MailMessage, type MailSettings, mailOf } from '../../platform/mail/layout.ts'
import { mailboxLimits } from '../../platform/rate-limits/mail-limits.ts'
import { refundOnFailure, tryConsumeLimits } from '../../platform/rate-limits/rate-limits.ts'
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
  const message = verificationMessage(deps.config, { link })
  await sendWithinLimits(deps, { kind: 'verification', id: userId }, user.email, message)
}

async function sendEmailChange(deps: Deps, changeId: number): Promise<void> {
  const change = await findEmailChange(deps.db.pool, changeId)
  const user = change && (await findUser(deps.db.pool, change.user_id))
  if (!user || user.pending_email !== change.new_email) return
  const link = verificationLinks.make(deps.config, user.id, { ...user, address: change.new_email }, deps.now())
  const message = emailChangeMessage(deps.config, { link, oldEmail: change.old_email })
  await sendWithinLimits(deps, { kind: 'email-change', id: changeId }, change.new_email, message)
}

async function sendEmailChangeNotice(deps: Deps, changeId: number): Promise<void> {
  const change = await findEmailChange(deps.db.pool, changeId)
  const user = change && (await findUser(deps.db.pool, change.user_id))
  if (!user) return
  const link = stopLinks.make(deps.config, changeId, change, deps.now())
  const message = emailChangeNoticeMessage(deps.config, { name: user.name, newEmail: change.new_email, link })
  await sendWithinLimits(deps, { kind: 'email-change-notice', id: changeId }, change.old_email, message)
}

async function sendReset(deps: Deps, resetId: number): Promise<void> {
  const reset = await findReset(deps.db.pool, resetId)
  const user = reset && (await findUser(deps.db.pool, reset.user_id))
  if (!user || user.suspended) return
  const link = resetLinks.make(deps.config, resetId, user, deps.now())
  const message = reset.operator_id ? resetMessage(deps.config, { link }) : newPasswordMessage(deps.config, { link })
  await sendWithinLimits(deps, { kind: 'password-reset', id: resetId }, user.email, message)
}

async function sendUnlock(deps: Deps, unlockId: number): Promise<void> {
  const user = await claimUnlockMail(deps, unlockId)
  if (!user) return
  const message = unlockMessage(deps.config, { link: unlockLinks.make(deps.config, unlockId, user, deps.now()) })
  await sendWithinLimits(deps, { kind: 'unlock', id: unlockId }, user.email, message)
}

/** Sends a mail within the limits of one mailbox. A mail above them is enqueued again for later. */
async function sendWithinLimits(deps: Deps, job: MailJob, to: string, message: MailMessage): Promise<void> {
  const { pool } = deps.db
  const limits = mailboxLimits(to)
  const afterSeconds = await tryConsumeLimits(pool, limits, deps.now())
  if (afterSeconds !== undefined) return inTransaction(pool, (tx) => deps.jobs.enqueueMail(tx, job, { afterSeconds }))
  await refundOnFailure(pool, limits, deps.mailer.send(mailOf(deps.config, to, message)))
}

/** The greeting of mails to unverified addresses. Anyone may have typed the name into the form, so it has none. */
const ANONYMOUS_GREETING = 'Hello,'

/** The verification mail of a new account. */
export function verificationMessage(settings: MailSettings, to: { link: string }): MailMessage {
  return {
    subject: `Verify your email address for ${settings.PRODUCT_NAME}`,
    greeting: ANONYMOUS_GREETING,
    before: [`welcome to ${settings.PRODUCT_NAME}. Open this link to verify your email address:`],
    action: { label: 'Verify email address', link: to.link },
    after: ['The link works for 60 minutes.', 'If you have not registered, do not open it: then nothing happens.'],
  }
}

/** Goes to the new address, which is used once its link is opened. */
export function emailChangeMessage(settings: MailSettings, to: { link: string; oldEmail: string }): MailMessage {
  return {
    subject: `Confirm your new email address for ${settings.PRODUCT_NAME}`,
    greeting: ANONYMOUS_GREETING,
    before: [`open this link to use this address instead of ${to.oldEmail}:`],
    action: { label: 'Confirm new address', link: to.link },
    after: [
      'The link works for 60 minutes. Opening it signs you out everywhere else.',
      'If you have not asked for this, do not open it: then nothing happens.',
    ],
  }
}

/** Goes to the current address when a change was requested. */
export function emailChangeNoticeMessage(
  settings: MailSettings,
  to: { name: string; newEmail: string; link: string },
): MailMessage {
  return {
    subject: `A new email address was asked for on ${settings.PRODUCT_NAME}`,
    greeting: `Hello ${to.name},`,
    before: [
      `somebody signed in as you asked to change your email address to ${to.newEmail}.`,
      'Until the link sent there is opened, this address stays in force. To keep this address, stop the change:',
    ],
    action: { label: 'Stop this change', link: to.link },
    after: [
      'The link works for 24 hours, without a sign-in, and does nothing else.',
      `If it was not you, change your password too and write to ${settings.SUPPORT_EMAIL}.`,
    ],
  }
}

/** Goes to a member who asked support for a new password. */
function resetMessage(settings: MailSettings, to: { link: string }): MailMessage {
  return {
    subject: `Choose a new password for ${settings.PRODUCT_NAME}`,
    greeting: ANONYMOUS_GREETING,
    before: ['you asked us for a new password. Open this link to choose one:'],
    action: { label: 'Choose a new password', link: to.link },
    after: [
      'The link works once, for 60 minutes. A new password signs you out everywhere.',
      'If you have not asked for this, do not open it: then nothing happens.',
    ],
  }
}

/** Goes to a member whose address was verified without the password, which is void since then. */
function newPasswordMessage(settings: MailSettings, to: { link: string }): MailMessage {
  return {
    subject: `Choose a password for ${settings.PRODUCT_NAME}`,
    greeting: ANONYMOUS_GREETING,
    before: [
      'your email address was verified without a password, so the password chosen at registration no longer works.',
      'Open this link to choose a new one:',
    ],
    action: { label: 'Choose a password', link: to.link },
    after: [
      'The link works once, for 60 minutes. A new password signs you out everywhere.',
      'If you have not tried to sign in, do not open it: then nothing happens.',
    ],
  }
}

/** Goes to a member whose browser asked to be unlocked. Anyone can ask, so it does not claim that wrong passwords were tried. */
function unlockMessage(settings: MailSettings, to: { link: string }): MailMessage {
  return {
    subject: `Unlock your browser for ${settings.PRODUCT_NAME}`,
    greeting: ANONYMOUS_GREETING,
    before: [
      'you asked for a link that lets you sign in after too many wrong passwords. To sign in now, open it in the browser you asked from:',
    ],
    action: { label: 'Unlock this browser', link: to.link },
    after: [
      'The link works once, for 15 minutes, and only in that browser. It does not sign you in: you still need your password.',
      'If you have not asked for this, do not open it: then nothing happens.',
    ],
  }
}
