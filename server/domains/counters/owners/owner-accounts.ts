import { INVITATION_HOURS } from '@stampus/contract/limits'
import type { Deps } from '../../../deps.ts'
import { daysBefore, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'
import type { CleanUp } from '../../../platform/jobs/jobs.ts'
import type { AccountKind } from '../../../platform/password-accounts/account-kind.ts'
import { createPasswordLinkStore } from '../../../platform/password-accounts/password-links.store.ts'
import { createPendingSignInStore } from '../../../platform/password-accounts/pending-sign-ins.store.ts'
import { createSecondFactorStore } from '../../../platform/password-accounts/second-factor.store.ts'
import { passwordAccountsCleanUp } from '../../../platform/password-accounts/sign-in.service.ts'
import { createMailedUnlockStore } from '../../../platform/password-accounts/unlocks.store.ts'
import { createSessionStore } from '../../../platform/sessions/sessions.store.ts'
import { deleteOldNotices } from './owners.admin.store.ts'
import {
  findOwner,
  findOwnerByKey,
  lockOwner,
  type OwnerRow,
  recordOwnerAudit,
  saveOwnerLastSeen,
  setOwnerPassword,
} from './owners.store.ts'

const owner = 'owner_id'

export const ownerSessions = createSessionStore({
  sessions: 'owner_sessions',
  devices: 'owner_trusted_devices',
  owner,
  lifetime: { idleMs: 30 * MINUTE_MS, totalMs: 12 * 60 * MINUTE_MS },
})

/** How owners of merchants sign in. */
export const ownerAccounts: AccountKind<OwnerRow> = {
  scope: 'owner',
  secretPurpose: 'owner-second-factor',
  link: { purpose: 'owner-link', path: '/counter/password' },
  invitationMs: INVITATION_HOURS * HOUR_MS,
  unlockLink: { purpose: 'owner-unlock-link', path: '/counter/unlock' },
  urlOf: ({ COUNTER_URL, WEB_URL }) => COUNTER_URL ?? WEB_URL,
  find: findOwner,
  findByKey: findOwnerByKey,
  lock: lockOwner,
  setPassword: setOwnerPassword,
  saveLastSeen: saveOwnerLastSeen,
  isSecondFactorRequired: () => false,
  recordAudit: (tx, { id, action, ...entry }) =>
    recordOwnerAudit(tx, { ownerId: id, action: `owner.${action}`, ...entry }),
  // The handlers of these jobs are in owners.mail.ts.
  enqueueLinkMail: (tx, jobs, id) => jobs.enqueueMail(tx, { kind: 'owner-link', id }),
  enqueueUnlockMail: (tx, jobs, id) => jobs.enqueueMail(tx, { kind: 'owner-unlock', id }),
  sessions: ownerSessions,
  links: createPasswordLinkStore({ links: 'owner_links', owner }),
  pendingSignIns: createPendingSignInStore({ pendingSignIns: 'owner_pending_sign_ins', owner }),
  secondFactors: createSecondFactorStore({
    secondFactors: 'owner_second_factors',
    recoveryCodes: 'owner_recovery_codes',
    owner,
  }),
  unlocks: createMailedUnlockStore({ unlocks: 'owner_unlocks', owner }),
}

/** Deletes expired sessions and sign-ins of owners, old links and unlocks, and unused trusted devices. */
export function ownersCleanUp(deps: Pick<Deps, 'db' | 'config' | 'now'>): CleanUp {
  const { db, config, now } = deps
  return {
    ...passwordAccountsCleanUp(deps, ownerAccounts, 'owner'),
    // A mail is tried for some ten hours before it is in the list of failed ones.
    'notes about new owners': () => deleteOldNotices(db.pool, daysBefore(now(), config.MAIL_DAYS + 1)),
  }
}
