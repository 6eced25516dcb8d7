import type { Config } from '../../config.ts'
import { htmlOf, textOf } from './layout.ts'
import type { Mail } from './mailer.ts'

/** The words of a mail: paragraphs, and one thing to do. */
export type MailMessage = { subject: string; greeting: string; before: string[]; action?: Action; after?: string[] }
export type Action = { label: string; link: string }

export type MailSettings = Pick<Config, 'PRODUCT_NAME' | 'LEGAL_NAME' | 'SUPPORT_EMAIL'>

/** Whoever has not proved an address is not greeted by name: anybody may have typed it, with words for a stranger in it. */
const TO_A_STRANGER = 'Hello,'

/** The verification mail of a new account (D-23). */
export function verificationLetter(mailSettings: MailSettings, to: { link: string }): MailMessage {
  return {
    subject: `Verify your email address for ${mailSettings.PRODUCT_NAME}`,
    greeting: TO_A_STRANGER,
    before: [`welcome to ${mailSettings.PRODUCT_NAME}. Open this link to verify your email address:`],
    action: { label: 'Verify email address', link: to.link },
    after: ['The link works for 60 minutes.', 'If you have not registered, do not open it: then nothing happens.'],
  }
}

/** Goes to a new address, which counts once its link is opened (D-22). */
export function emailChangeLetter(mailSettings: MailSettings, to: { link: string; oldEmail: string }): MailMessage {
  return {
    subject: `Confirm your new email address for ${mailSettings.PRODUCT_NAME}`,
    greeting: TO_A_STRANGER,
    before: [`open this link to use this address instead of ${to.oldEmail}:`],
    action: { label: 'Confirm new address', link: to.link },
    after: [
      'The link works for 60 minutes. Opening it signs you out everywhere else.',
      'If you have not asked for this, do not open it: then nothing happens.',
    ],
  }
}

/** Goes to the address in force when a change was asked for (D-22). */
export function emailChangeNoticeLetter(
  mailSettings: MailSettings,
  to: { name: string; newEmail: string; link: string },
): MailMessage {
  return {
    subject: `A new email address was asked for on ${mailSettings.PRODUCT_NAME}`,
    greeting: `Hello ${to.name},`,
    before: [
      `somebody signed in as you asked to change your email address to ${to.newEmail}.`,
      'Until the link sent there is opened, this address stays in force. To keep this address, stop the change:',
    ],
    action: { label: 'Stop this change', link: to.link },
    after: [
      'The link works for 24 hours, without a sign-in, and does nothing else.',
      `If it was not you, change your password too and write to ${mailSettings.SUPPORT_EMAIL}.`,
    ],
  }
}

/** Goes to a member who asked support for a new password (D-25). */
export function resetLetter(mailSettings: MailSettings, to: { link: string }): MailMessage {
  return {
    subject: `Choose a new password for ${mailSettings.PRODUCT_NAME}`,
    greeting: TO_A_STRANGER,
    before: ['you asked us for a new password. Open this link to choose one:'],
    action: { label: 'Choose a new password', link: to.link },
    after: [
      'The link works once, for 60 minutes. A new password signs you out everywhere.',
      'If you have not asked for this, do not open it: then nothing happens.',
    ],
  }
}

/** Goes to a member whose address was verified without the password of the registration, which is void since (D-23). */
export function newPasswordLetter(mailSettings: MailSettings, to: { link: string }): MailMessage {
  return {
    subject: `Choose a password for ${mailSettings.PRODUCT_NAME}`,
    greeting: TO_A_STRANGER,
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

/** Goes to a member whose browser asked to be unlocked. Anyone can ask: it does not claim that wrong passwords were tried. */
export function unlockLetter(mailSettings: MailSettings, to: { link: string }): MailMessage {
  return {
    subject: `Unlock your browser for ${mailSettings.PRODUCT_NAME}`,
    greeting: TO_A_STRANGER,
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

/** Goes to somebody whose account is no more (D-92). */
export function accountDeletedLetter(mailSettings: MailSettings, to: { name: string }): MailMessage {
  return {
    subject: `Your ${mailSettings.PRODUCT_NAME} account has been deleted`,
    greeting: `Hello ${to.name},`,
    before: [
      'your account has been deleted as you asked. Your name, your address and your pictures are gone.',
      'What was decided on your receipts and the stamps they earned are kept without your name.',
    ],
    after: [`If it was not you, write to ${mailSettings.SUPPORT_EMAIL}.`],
  }
}

/** A letter as a mail: plain text, and HTML in the mailSettings's look. Every word is escaped. */
export function mailOf(mailSettings: MailSettings, to: string, letter: MailMessage): Mail {
  return { to, subject: letter.subject, text: textOf(mailSettings, letter), html: htmlOf(mailSettings, letter) }
}
