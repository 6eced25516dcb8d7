import { extname } from 'node:path'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { UserRow } from '../accounts/accounts.store.ts'
import { marksOf } from '../accounts/deleted-accounts.ts'
import { balanceOf } from '../wallet/wallet.store.ts'
import { type KeptSubmission, listStampEntries, listSubmissions } from './history.store.ts'
import { paged } from './paged.ts'
import {
  listEmailChanges,
  listFormerAddresses,
  listKnownBrowsers,
  listResets,
  listSessions,
  listSuspensions,
  listUnlocks,
} from './stored-data.store.ts'

/** What is kept about a member but pictures, in plain words. What can be long is read page by page. */
export async function personalData({ db: { pool }, config, now }: Deps, user: UserRow) {
  const { id } = user
  return {
    exported_at: now(),
    profile: profileOf(user),
    sessions: await listSessions(pool, id),
    known_browsers: await listKnownBrowsers(pool, id),
    email_changes: await listEmailChanges(pool, id),
    former_addresses: await listFormerAddresses(pool, id),
    password_reset_links: await listResets(pool, id),
    unlock_links: await listUnlocks(pool, id),
    suspensions: await listSuspensions(pool, id),
    deleted_account: await deletedAccount(pool, config, user),
    stamp_balance: await balanceOf(pool, id),
    stamp_entries: paged((after) => listStampEntries(pool, id, after)),
    submissions: submissionsOf(
      paged((after) => listSubmissions(pool, id, after)),
      config.CURRENCY,
    ),
  }
}

/** What is remembered of an account of this address that was deleted. */
async function deletedAccount(db: Queryable, config: Config, { email }: UserRow) {
  const mark = (await marksOf(db, config, [email])).get(email)
  if (!mark) return null
  const { email_hash: _, ...rest } = mark
  return rest
}

/** The path of a receipt's picture in the archive, without its ending. */
export function receiptPath(submissionId: number): string {
  return `receipts/${submissionId}`
}

function profileOf({ name, email, email_verified_at, pending_email, created_at, avatar_key }: UserRow) {
  const picture = avatar_key && `avatar${extname(avatar_key)}`
  return { name, email, email_verified_at, waiting_email: pending_email, registered_at: created_at, picture }
}

async function* submissionsOf(rows: AsyncIterable<KeptSubmission>, currency: string) {
  for await (const { amount_sen, original_key, ...rest } of rows)
    yield {
      ...rest,
      amount: decimalAmount(amount_sen),
      currency,
      picture: original_key && `${receiptPath(rest.id)}${extname(original_key)}`,
    }
}
