import { setTimeout as pause } from 'node:timers/promises'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { blankAuditValues } from '../../platform/audit/audit.store.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { AuthenticatedMember } from '../../platform/http/authenticators.ts'
import { invalid, unauthenticated } from '../../platform/http/http-error.ts'
import { storedMail } from '../../platform/mail/layout.ts'
import { eraseResults } from '../../platform/repeats/repeats.store.ts'
import { discardFiles } from '../../platform/storage/discarded-files.store.ts'
import { removeDiscarded } from '../../platform/storage/discarded-files.ts'
import { lockUser, type UserRow } from '../accounts/accounts.store.ts'
import { saveStanding } from '../accounts/deleted-accounts.service.ts'
import { eraseAccount } from '../accounts/deleted-accounts.store.ts'
import { newNonce } from '../accounts/links.ts'
import { findOwnUser } from '../accounts/profile.service.ts'
import { isCurrentPassword } from '../accounts/sessions/sessions.service.ts'
import { eraseCases } from '../contact/cases.store.ts'
import { eraseReviewNotes } from '../review/queue.store.ts'
import { eraseVouchers } from '../rewards/vouchers/negative-balance.service.ts'
import { lockReceiptFiles } from '../submissions/erasure.store.ts'
import { eraseSubmissions } from '../submissions/receipt-pictures.ts'
import messages from './deletion.mail.json' with { type: 'json' }
import { type Erasure, listErasure, readErasures } from './erasures.ts'
import { findStanding, listUndeleted } from './privacy.store.ts'

const LIST_WITHIN_MS = 5000

type DeletionRequest = { member: AuthenticatedMember; password: string; address: string }

/**
 * Deletes personal data at once, rate limits within two hours. The ledger, decisions and receipt facts stay under the
 * id; in bad standing also a keyed hash of each address for a year. Throws 401, 422 on `password`, 429, 503.
 */
export async function deleteAccount(deps: Deps, { member, password, address }: DeletionRequest): Promise<void> {
  const user = await findOwnUser(deps, member)
  if (!(await isCurrentPassword(deps, user, password, address))) throw wrongPassword()
  const erasure = { id: user.id, at: deps.now() }
  const files = await inTransaction(deps.db.pool, (tx) => erase(tx, deps, erasure, user.password_hash))
  void sendDeletionMail(deps, user)
  const listing = listErasure(deps, erasure).catch((err) => deps.log.error({ err }, 'an erasure was not listed yet'))
  await Promise.race([listing, pause(LIST_WITHIN_MS, undefined, { ref: false })])
  await removeDiscarded(deps, files)
}

/** After a restore of the database: deletes again the accounts that were deleted since. Returns how many came back. */
export async function repeatErasures(deps: Deps): Promise<number> {
  const erasures = await listUndeleted(deps.db.pool, await readErasures(deps))
  for (const erasure of erasures)
    await removeDiscarded(deps, await inTransaction(deps.db.pool, (tx) => erase(tx, deps, erasure)))
  return erasures.length
}

/**
 * Locks in order: member, so that no request of theirs begins, receipts, vouchers, cases. Changes the member's row
 * last: a running decision may need it until it releases its receipt. Returns the keys of files to remove.
 */
async function erase(tx: Queryable, deps: Deps, { id, at }: Erasure, passwordHash?: string): Promise<string[]> {
  const locked = await lockUser(tx, id)
  if (!locked) throw unauthenticated()
  if (passwordHash !== undefined && locked.password_hash !== passwordHash) throw wrongPassword()
  const files = [...(await lockReceiptFiles(tx, id)), ...(locked.avatar_key ? [locked.avatar_key] : [])]
  const standing = await findStanding(tx, id)
  await saveStanding(tx, deps.config, { id, email: locked.email, standing, now: at })
  await discardFiles(tx, files, at)
  const submissionIds = await eraseSubmissions(tx, deps, id)
  const voucherIds = await eraseVouchers(tx, id, at)
  const caseIds = await eraseCases(tx, id)
  await eraseReviewNotes(tx, id, at)
  await eraseResults(tx, id)
  await blankAuditValues(tx, 'member', [id])
  await blankAuditValues(tx, 'submission', submissionIds)
  await blankAuditValues(tx, 'voucher', voucherIds)
  await blankAuditValues(tx, 'case', caseIds)
  await eraseAccount(tx, id, { nonce: newNonce(), now: at })
  return files
}

/** Sends the mail directly, because a job would store the address. */
async function sendDeletionMail({ config, mailer, log }: Deps, user: UserRow): Promise<void> {
  await mailer
    .send(storedMail(config, user, messages, { name: user.name }))
    .catch(() => log.error('the mail about a deleted account was not sent'))
}

function wrongPassword() {
  return invalid('password', texts.currentPasswordWrong)
}
