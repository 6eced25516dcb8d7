import type { ActionOf, VerbOf } from '@stampus/contract/values/auditActions'
import type { Config } from '../../config.ts'
import type { Queryable } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { LinkKind } from '../security/signed-links.ts'
import type { SessionStore } from '../sessions/sessions.store.ts'
import type { PasswordLinkStore } from './password-links.store.ts'
import type { PendingSignInStore } from './pending-sign-ins.store.ts'
import type { SecondFactorStore } from './second-factor.store.ts'
import type { MailedUnlockStore } from './unlocks.store.ts'

/** An account that signs in with an email address and a password. `password_hash` is null until it has set one. */
export type PasswordAccount = { id: number; name: string; email: string; password_hash: string | null }

/** The account of a session that is signed in. */
export type SignedIn = { id: number; email: string; tokenHash: Buffer }

/** What owners and operators do themselves. */
type OwnVerb = VerbOf<ActionOf<'owner'>> & VerbOf<ActionOf<'operator'>>

type AccountAudit = { id: number; action: OwnVerb; at: Date; fields?: string[] }

/**
 * What differs between kinds of accounts with a password. The domain owns the accounts and their tables. `find`, `findByKey`
 * and `lock` return only accounts that were not removed.
 */
export type AccountKind<Account extends PasswordAccount> = {
  /** Separates the attempts of the kinds. */
  scope: string
  /** What the key for the secrets of second factors is derived for. */
  secretPurpose: string
  /** The links to a password, how long an invitation works, and where its pages are. */
  link: LinkKind
  invitationMs: number
  /** The links that unlock a browser, and where their page is. */
  unlockLink: LinkKind
  urlOf: (config: Pick<Config, 'WEB_URL' | 'CONSOLE_URL' | 'COUNTER_URL'>) => string
  find: (db: Queryable, id: number) => Promise<Account | undefined>
  findByKey: (db: Queryable, emailKey: string) => Promise<Account | undefined>
  /** Locks an account against changes until the transaction ends. */
  lock: (tx: Queryable, id: number) => Promise<Account | undefined>
  setPassword: (tx: Queryable, id: number, hash: string) => Promise<void>
  saveLastSeen: (tx: Queryable, id: number, at: Date) => Promise<void>
  isSecondFactorRequired: (config: Pick<Config, 'SECOND_FACTOR'>, account: Account) => boolean
  /** Adds an entry to the audit log about what an account did itself, such as `signed_in`. */
  recordAudit: (tx: Queryable, entry: AccountAudit) => Promise<void>
  enqueueLinkMail: (tx: Queryable, jobs: Jobs, linkId: number) => Promise<void>
  enqueueUnlockMail: (tx: Queryable, jobs: Jobs, unlockId: number) => Promise<void>
  sessions: SessionStore
  links: PasswordLinkStore
  pendingSignIns: PendingSignInStore
  secondFactors: SecondFactorStore
  unlocks: MailedUnlockStore
}

/** Ends the sessions of an account, except one if it is given, every sign-in that waits for its code, and unlocks of browsers. */
export async function endSessions(
  tx: Queryable,
  { sessions, pendingSignIns, unlocks }: Pick<AccountKind<PasswordAccount>, 'sessions' | 'pendingSignIns' | 'unlocks'>,
  id: number,
  exceptTokenHash?: Buffer,
): Promise<void> {
  await sessions.endAll(tx, id, exceptTokenHash)
  await pendingSignIns.deleteAll(tx, id)
  await unlocks.endAll(tx, id)
}
