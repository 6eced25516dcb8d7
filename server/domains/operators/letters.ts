import { INVITATION_HOURS } from '@stampus/contract/limits'
import type { MailMessage, MailSettings } from '../../platform/mail/layout.ts'

/** Goes to an operator who has no password yet, or has lost it. */
export function passwordLetter(
  mailSettings: MailSettings,
  to: { name: string; invited: boolean; link: string },
): MailMessage {
  const { invited, name, link } = to
  return {
    subject: `Choose a password for the ${mailSettings.PRODUCT_NAME} console`,
    greeting: `Hello ${name},`,
    before: [
      invited
        ? `you were added to the ${mailSettings.PRODUCT_NAME} console. Open this link to choose your password:`
        : `open this link to choose a new password for the ${mailSettings.PRODUCT_NAME} console:`,
    ],
    action: { label: 'Choose a password', link },
    after: [
      `The link works once, for ${invited ? `${INVITATION_HOURS} hours` : '60 minutes'}. A manager can send you another.`,
      `If you do not expect this, do not open it, and write to ${mailSettings.SUPPORT_EMAIL}.`,
    ],
  }
}

/** Goes to an operator whose second factor a manager has taken away. */
export function secondFactorResetLetter(mailSettings: MailSettings, to: { name: string }): MailMessage {
  return {
    subject: `Your second factor for the ${mailSettings.PRODUCT_NAME} console was taken away`,
    greeting: `Hello ${to.name},`,
    before: [
      'a manager has taken away the second factor of your sign-in, and you are signed out everywhere.',
      'You sign in with your password alone now. Please switch the second factor on again under My account.',
    ],
    after: [`If you have not asked for this, write to ${mailSettings.SUPPORT_EMAIL} at once.`],
  }
}
