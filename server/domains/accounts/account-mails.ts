import { type MailSettings, type Recipient, storedMail } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import messages from './account-mails.json' with { type: 'json' }

// Mails to unverified addresses greet without a name, because anyone may have typed it into the form.

const mailOf =
  <Values extends { link: string }>(message: keyof typeof messages) =>
  (settings: MailSettings, to: Recipient, values: Values): Mail =>
    storedMail(settings, to, messages[message], values)

/** The verification mail of a new account. */
export const verificationMail = mailOf('verification')

/** Goes to the new address, which is used once its link is opened. */
export const emailChangeMail = mailOf<{ link: string; oldEmail: string }>('emailChange')

/** Goes to the current address when a change was requested. */
export const emailChangeNotice = mailOf<{ link: string; name: string; newEmail: string }>('emailChangeNotice')

/** Goes to a member who asked support for a new password. */
export const resetMail = mailOf('reset')

/** Goes to a member whose address was verified without the password, which is void since then. */
export const newPasswordMail = mailOf('newPassword')

/** Goes to a member whose browser asked to be unlocked. Anyone can ask, so it does not claim that wrong passwords were tried. */
export const unlockMail = mailOf('unlock')
