import type { Role } from '@stampus/contract/console/operators'
import { ADJUSTMENT_WINDOW_MS, INVITATION_HOURS } from '@stampus/contract/limits'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { CleanUp } from '../../platform/jobs/jobs.ts'
import type { AccountKind } from '../../platform/password-accounts/account-kind.ts'
import { createPasswordLinkStore } from '../../platform/password-accounts/password-links.store.ts'
import { createPendingSignInStore } from '../../platform/password-accounts/pending-sign-ins.store.ts'
import { createSecondFactorStore } from '../../platform/password-accounts/second-factor.store.ts'
import { passwordAccountsCleanUp } from '../../platform/password-accounts/sign-in.service.ts'
import { createMailedUnlockStore } from '../../platform/password-accounts/unlocks.store.ts'
import { createSessionStore } from '../../platform/sessions/sessions.store.ts'
import {
  findOperator,
  findOperatorByKey,
  lockOperator,
  type OperatorRow,
  recordOperatorAudit,
  saveLastSeen,
  setOperatorPassword,
} from './operators.store.ts'
import { deleteOldAsked } from './second-manager.store.ts'

const owner = 'operator_id'

export const operatorSessions = createSessionStore({
  sessions: 'operator_sessions',
  devices: 'operator_trusted_devices',
  owner,
  lifetime: { idleMs: 30 * MINUTE_MS, totalMs: 12 * 60 * MINUTE_MS },
})

/** Whether operators of a role must have a second factor. */
export function isSecondFactorRequired({ SECOND_FACTOR }: Pick<Config, 'SECOND_FACTOR'>, role: Role): boolean {
  return SECOND_FACTOR === 'everyone' || (SECOND_FACTOR === 'managers' && role === 'manager')
}

/** How operators sign in. */
export const operatorAccounts: AccountKind<OperatorRow> = {
  scope: 'console',
  secretPurpose: 'second-factor',
  link: { purpose: 'operator-link', path: '/console/password' },
  invitationMs: INVITATION_HOURS * HOUR_MS,
  unlockLink: { purpose: 'operator-unlock-link', path: '/console/unlock' },
  urlOf: ({ CONSOLE_URL, WEB_URL }) => CONSOLE_URL ?? WEB_URL,
  find: findOperator,
  findByKey: findOperatorByKey,
  lock: lockOperator,
  setPassword: setOperatorPassword,
  saveLastSeen,
  isSecondFactorRequired: (config, { role }) => isSecondFactorRequired(config, role),
  recordAudit: (tx, { id, action, ...entry }) =>
    recordOperatorAudit(tx, { actorId: id, operatorId: id, action: `operator.${action}`, ...entry }),
  // The handlers of these jobs are in operators.mail.ts.
  enqueueLinkMail: (tx, jobs, id) => jobs.enqueueMail(tx, { kind: 'operator-link', id }),
  enqueueUnlockMail: (tx, jobs, id) => jobs.enqueueMail(tx, { kind: 'operator-unlock', id }),
  sessions: operatorSessions,
  links: createPasswordLinkStore({ links: 'operator_links', owner }),
  pendingSignIns: createPendingSignInStore({ pendingSignIns: 'pending_sign_ins', owner }),
  secondFactors: createSecondFactorStore({ secondFactors: 'second_factors', recoveryCodes: 'recovery_codes', owner }),
  unlocks: createMailedUnlockStore({ unlocks: 'operator_unlocks', owner }),
}

/** Deletes expired console sessions and sign-ins, old links and unlocks, and unused trusted devices. */
export function operatorsCleanUp(deps: Pick<Deps, 'db' | 'now'>): CleanUp {
  const { db, now } = deps
  return {
    ...passwordAccountsCleanUp(deps, operatorAccounts, 'operator'),
    'questions to a second manager': () => deleteOldAsked(db.pool, new Date(now().getTime() - ADJUSTMENT_WINDOW_MS)),
  }
}
