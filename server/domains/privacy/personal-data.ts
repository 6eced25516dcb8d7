import { extname } from 'node:path'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { UserRow } from '../accounts/accounts.store.ts'
import { findMarksByEmail } from '../accounts/deleted-accounts.service.ts'
import { findBalance } from '../wallet/wallet.store.ts'
import * as store from './history.store.ts'
import { readAccountData } from './privacy.store.ts'

/** All stored data of a member except pictures, under readable names. Long lists are read page by page. */
export async function collectPersonalData({ db: { pool }, config, now }: Deps, user: UserRow) {
  const { id } = user
  return {
    exported_at: now(),
    profile: presentProfile(user),
    ...(await readAccountData(pool, id)),
    deleted_account: await findDeletedAccount(pool, config, user),
    stamp_balance: await findBalance(pool, id),
    stamp_entries: readPages((after) => store.listStampEntries(pool, id, after)),
    vouchers: readPages((after) => store.listVouchers(pool, id, after)),
    cases: readPages((after) => store.listCases(pool, id, after)),
    submissions: presentSubmissions(
      readPages((after) => store.listSubmissions(pool, id, after)),
      config.CURRENCY,
    ),
    offered_facts: readPages((after) => store.listOfferedFacts(pool, id, after)),
  }
}

async function findDeletedAccount(db: Queryable, config: Config, { email }: UserRow) {
  const mark = (await findMarksByEmail(db, config, [email])).get(email)
  if (!mark) return null
  const { email_hash: _, ...rest } = mark
  return rest
}

export function receiptPath(submissionId: number): string {
  return `receipts/${submissionId}`
}

function presentProfile(user: UserRow) {
  const { name, email, email_verified_at, pending_email, language, created_at, avatar_key } = user
  const picture = avatar_key && `avatar${extname(avatar_key)}`
  return { name, email, email_verified_at, waiting_email: pending_email, language, registered_at: created_at, picture }
}

async function* presentSubmissions(rows: AsyncIterable<store.ExportedSubmission>, currency: string) {
  for await (const { amount_sen, original_key, ...rest } of rows)
    yield {
      ...rest,
      amount: decimalAmount(amount_sen),
      currency,
      picture: original_key && `${receiptPath(rest.id)}${extname(original_key)}`,
    }
}

/** Yields every row of a list that is read in pages by id. Reads the next page only when it is needed. */
export async function* readPages<Row extends { id: number }>(
  next: (afterId: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let rows = await next(0)
  while (rows.length > 0) {
    yield* rows
    rows = await next(rows.at(-1)?.id ?? 0)
  }
}
