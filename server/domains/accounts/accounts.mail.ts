import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { type MailSettings, type Recipient, storedMail } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { mailboxLimits } from '../../platform/rate-limits/mail-limits.ts'
import { refundOnFailure, tryConsumeLimits } from '../../platform/rate-limits/rate-limits.ts'
import messages from './accounts.mail.json' with { type: 'json' }
import { findUser } from './accounts.store.ts'
import { findEmailChange } from './email-changes/email-changes.store.ts'
import { resetLinks, stopLinks, unlockLinks, verificationLinks } from './links.ts'
import { findReset } from './password-resets/password-resets.store.ts'
import { saveLinkMailed } from './registration/registration.store.ts'
import { claimUnlockMail } from './unlocks/unlocks.service.ts'

type AccountMail = 'verification' | 'email-change' | 'email-change-notice' | 'password-reset' | 'unlock'

// Mails to unverified addresses greet without a name, because anyone may have typed it into the form.
const mailOf =
  <Values extends { link: string }>(message: keyof typeof messages) =>
  (settings: MailSettings, to: Recipient, values: Values): Mail =>
    storedMail(settings, to, messages[message], values)

export const verificationMail = mailOf('verification')

/** Goes to the new address, which is used once its link is opened. */
export const emailChangeMail = mailOf<{ link: string; oldEmail: string }>('emailChange')

/** Goes to the current address when a change was requested. */
export const emailChangeNotice = mailOf<{ link: string; name: string; newEmail: string }>('emailChangeNotice')

/** Goes to a member who asked support for a new password. */
const resetMail = mailOf('reset')

/** Goes to a member whose address was verified without the password, which is void since then. */
const newPasswordMail = mailOf('newPassword')

/** Anyone can ask for a browser to be unlocked, so it does not claim that wrong passwords were tried. */
const unlockMail = mailOf('unlock')

/** Sends the mails about accounts, unless what they are about has changed meanwhile. */
export function accountsMail(deps: Deps): Pick<JobHandlers['mail'], AccountMail> {
  const { config, now } = deps
  const { pool } = deps.db
  /** Sends a mail within the limits of its mailbox, or enqueues it again for later. */
  const job = (kind: AccountMail, write: (id: number) => Promise<Mail | undefined>) => async (id: number) => {
    const mail = await write(id)
    if (!mail) return
    const limits = mailboxLimits(mail.to)
    const afterSeconds = await tryConsumeLimits(pool, limits, now())
    if (afterSeconds === undefined) await refundOnFailure(pool, limits, deps.mailer.send(mail))
    else await inTransaction(pool, (tx) => deps.jobs.enqueueMail(tx, { kind, id }, { afterSeconds }))
  }
  const findChange = async (id: number) => {
    const change = await findEmailChange(pool, id)
    const user = change && (await findUser(pool, change.user_id))
    return user && { change, user }
  }
  return {
    verification: job('verification', async (id) => {
      const user = await findUser(pool, id)
      if (!user || !(await saveLinkMailed(pool, id, now()))) return undefined
      const link = verificationLinks.make(config, id, { ...user, address: user.email }, now())
      return verificationMail(config, user, { link })
    }),
    'email-change': job('email-change', async (id) => {
      const found = await findChange(id)
      if (!found || found.user.pending_email !== found.change.new_email) return undefined
      const { user } = found
      const { new_email: email, old_email: oldEmail } = found.change
      const link = verificationLinks.make(config, user.id, { ...user, address: email }, now())
      return emailChangeMail(config, { ...user, email }, { link, oldEmail })
    }),
    'email-change-notice': job('email-change-notice', async (id) => {
      const found = await findChange(id)
      if (!found) return undefined
      const { change, user } = found
      const { new_email: newEmail, old_email: email } = change
      const link = stopLinks.make(config, id, change, now())
      return emailChangeNotice(config, { ...user, email }, { name: user.name, newEmail, link })
    }),
    'password-reset': job('password-reset', async (id) => {
      const reset = await findReset(pool, id)
      const user = reset && (await findUser(pool, reset.user_id))
      if (!user || user.suspended) return undefined
      const link = resetLinks.make(config, id, user, now())
      return (reset.operator_id ? resetMail : newPasswordMail)(config, user, { link })
    }),
    unlock: job('unlock', async (id) => {
      const user = await claimUnlockMail(deps, id)
      return user && unlockMail(config, user, { link: unlockLinks.make(config, id, user, now()) })
    }),
  }
}
