import { INVITATION_HOURS } from '@stampus/contract/limits'
import type { Deps } from '../../deps.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { type MailMessage, type MailSettings, mailOf } from '../../platform/mail/layout.ts'
import { makePasswordLink } from '../../platform/password-accounts/password-links.service.ts'
import { unlockMessages } from '../../platform/password-accounts/unlock-mail.ts'
import { findUnlockMail } from '../../platform/password-accounts/unlocks.service.ts'
import { operatorAccounts } from './operator-accounts.ts'
import { findOperator } from './operators.store.ts'

/** Sends the mails to operators, unless what they are about has changed meanwhile. */
export function operatorsMail(
  deps: Deps,
): Pick<JobHandlers['mail'], 'operator-link' | 'operator-unlock' | 'second-factor-reset'> {
  return {
    'operator-link': (linkId) => sendPasswordLink(deps, linkId),
    'operator-unlock': (unlockId) => sendUnlockLink(deps, unlockId),
    'second-factor-reset': (operatorId) => sendSecondFactorReset(deps, operatorId),
  }
}

async function sendPasswordLink({ db, config, mailer, now }: Deps, linkId: number): Promise<void> {
  const holder = await operatorAccounts.links.findHolder(db.pool, linkId)
  const operator = holder === undefined ? undefined : await findOperator(db.pool, holder)
  if (!operator) return
  const { name, email, password_hash } = operator
  const link = makePasswordLink(config, operatorAccounts, { linkId, holder: operator }, now())
  await mailer.send(
    mailOf(config, { email, language: 'en' }, passwordMessage(config, { name, link, invited: password_hash === null })),
  )
}

async function sendUnlockLink(deps: Deps, unlockId: number): Promise<void> {
  const found = await findUnlockMail(deps, operatorAccounts, unlockId)
  if (!found) return
  const { name, email } = found.account
  const { en } = unlockMessages(deps.config, { name, app: { en: 'console', ms: 'konsol' }, link: found.link })
  await deps.mailer.send(mailOf(deps.config, { email, language: 'en' }, en))
}

async function sendSecondFactorReset({ db, config, mailer }: Deps, operatorId: number): Promise<void> {
  const operator = await findOperator(db.pool, operatorId)
  if (!operator) return
  const { name, email } = operator
  await mailer.send(mailOf(config, { email, language: 'en' }, secondFactorResetMessage(config, { name })))
}

/** Goes to an operator who has no password yet, or has lost it. */
function passwordMessage(
  mailSettings: MailSettings,
  to: { name: string; invited: boolean; link: string },
): MailMessage {
  const { invited, name, link } = to
  return {
    subject: `Choose a password for the ${mailSettings.PRODUCT_NAME} console`,
    greeting: `Hello ${name},`,
    before: [
      invited
        ? `You now have access to the ${mailSettings.PRODUCT_NAME} console. Open this link to choose your password:`
        : `Open this link to choose a new password for the ${mailSettings.PRODUCT_NAME} console:`,
    ],
    action: { label: 'Choose a password', link },
    after: [
      `The link works once, for ${invited ? `${INVITATION_HOURS} hours` : '60 minutes'}. A manager can send you a new one.`,
      `If you didn't expect this, don't open the link, and write to ${mailSettings.SUPPORT_EMAIL}.`,
    ],
  }
}

/** Goes to an operator whose second factor a manager has removed. */
function secondFactorResetMessage(mailSettings: MailSettings, to: { name: string }): MailMessage {
  return {
    subject: `Your second factor for the ${mailSettings.PRODUCT_NAME} console was removed`,
    greeting: `Hello ${to.name},`,
    before: [
      'A manager has removed the second factor of your sign-in, and you are signed out everywhere.',
      'You can sign in with your password alone. Then set up the second factor again under My account.',
    ],
    after: [`If you didn't ask for this, write to ${mailSettings.SUPPORT_EMAIL} straight away.`],
  }
}
