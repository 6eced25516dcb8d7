import { INVITATION_HOURS } from '@stampus/contract/limits'
import type { Deps } from '../../deps.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { linkInLanguage, storedMail } from '../../platform/mail/layout.ts'
import { mailJob } from '../../platform/mail/mail-jobs.ts'
import type { APPS, App } from './apps.ts'
import { findLinkHolder } from './credentials.store.ts'
import { findOwnerNotice, listOwnMerchants } from './merchants.store.ts'
import { makePasswordLink } from './sign-in/password-links.service.ts'
import { findUnlockMail } from './sign-in/unlocks.service.ts'
import messages from './staff.mail.json' with { type: 'json' }
import { findStaff, type StaffRow } from './staff.store.ts'

type Kind = (typeof APPS)[App]['mails'][keyof (typeof APPS)[App]['mails']]

/** Sends the mails to operators and owners, unless what they are about has changed meanwhile. */
export const staffMail = (deps: Deps): Pick<JobHandlers['mail'], Kind | 'owner-added'> => ({
  'operator-link': (linkId) => sendPasswordLink(deps, 'console', linkId),
  'owner-link': (linkId) => sendPasswordLink(deps, 'counter', linkId),
  'operator-unlock': (unlockId) => sendUnlockLink(deps, 'console', unlockId),
  'owner-unlock': (unlockId) => sendUnlockLink(deps, 'counter', unlockId),
  'second-factor-reset': (id) => sendSecondFactorReset(deps, 'console', id),
  'owner-second-factor-reset': (id) => sendSecondFactorReset(deps, 'counter', id),
  'owner-added': mailJob(findOwnerNotice, (config, { name, merchant, added, ...to }) =>
    storedMail(config, to, messages.ownerAdded, { name, merchant, added }),
  )(deps),
})

const NAMES = { console: { en: 'console', ms: 'konsol' }, counter: { en: 'counter', ms: 'kaunter' } }

type Values = { link?: string; merchants?: string }

async function send(
  { config, mailer }: Deps,
  app: App,
  account: StaffRow,
  message: keyof typeof messages,
  values: Values,
) {
  const { name, email } = account
  // The console has only English.
  const language = app === 'console' ? 'en' : account.language
  const link = values.link && app === 'counter' ? linkInLanguage(values.link, language) : values.link
  const known = { name, app: NAMES[app], hours: String(INVITATION_HOURS), ...values, ...(link && { link }) }
  await mailer.send(storedMail(config, { email, language }, messages[message], known))
}

async function sendPasswordLink(deps: Deps, app: App, linkId: number): Promise<void> {
  const { db, config, now } = deps
  const holder = await findLinkHolder(db.pool, app, linkId)
  const account = holder === undefined ? undefined : await findStaff(db.pool, app, holder)
  if (!account) return
  const isInvited = account.password_hash === null
  const link = makePasswordLink(config, app, { linkId, holder: account }, now())
  if (app === 'console')
    return send(deps, app, account, isInvited ? 'operatorInvitation' : 'operatorPassword', { link })
  const merchants = (await listOwnMerchants(db.pool, app, account.id)).map((merchant) => merchant.name).join(', ')
  await send(deps, app, account, isInvited ? 'ownerInvitation' : 'ownerPassword', { link, merchants })
}

async function sendUnlockLink(deps: Deps, app: App, unlockId: number): Promise<void> {
  const found = await findUnlockMail(deps, app, unlockId)
  if (found) await send(deps, app, found.account, 'unlock', { link: found.link })
}

async function sendSecondFactorReset(deps: Deps, app: App, id: number): Promise<void> {
  const account = await findStaff(deps.db.pool, app, id)
  if (account) await send(deps, app, account, 'secondFactorReset', {})
}
