import { createHmac } from 'node:crypto'
import { emailKey } from '@stampus/contract/values/emails'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/security/crypto.ts'
import {
  findFormerAddresses,
  findMarks,
  keepFormerAddress,
  keepMark,
  type MarkRow,
  type Standing,
} from './deleted-accounts.store.ts'

/** For how long a deleted account with a bad standing is remembered. */
export const MARK_DAYS = 365

type Keys = Pick<Config, 'APP_KEY'>

/**
 * Remembers a deleted account if its standing was bad, by every address it had. Only hashes of them are kept, made with a key
 * of ours.
 */
export async function rememberStanding(
  tx: Queryable,
  config: Keys,
  account: { id: number; email: string; standing: Standing; now: Date },
): Promise<void> {
  if (!Object.values(account.standing).some(Boolean)) return
  const former = await findFormerAddresses(tx, account.id)
  for (const hash of [hashOf(config, account.email), ...former]) await keepMark(tx, hash, account.standing, account.now)
}

/** Remembers by its hash an address that an account no longer has. */
export async function rememberFormerAddress(
  tx: Queryable,
  config: Keys,
  former: { id: number; email: string; now: Date },
): Promise<void> {
  await keepFormerAddress(tx, former.id, hashOf(config, former.email), former.now)
}

/** Carries the mark of an address over to the one that takes its place in an account. */
export async function carryMark(tx: Queryable, config: Keys, from: string, to: string): Promise<void> {
  const [mark] = await findMarks(tx, [hashOf(config, from)])
  if (mark) await keepMark(tx, hashOf(config, to), mark, mark.deleted_at)
}

/** The marks of these addresses, by address as given. */
export async function marksOf(db: Queryable, config: Keys, emails: string[]): Promise<Map<string, MarkRow>> {
  const hashes = new Map(emails.map((email) => [email, hashOf(config, email)]))
  const marks = await findMarks(db, [...hashes.values()])
  const byHash = new Map(marks.map((mark) => [mark.email_hash.toString('hex'), mark]))
  const found = [...hashes].map(([email, hash]) => [email, byHash.get(hash.toString('hex'))] as const)
  return new Map(found.filter((entry): entry is [string, MarkRow] => entry[1] !== undefined))
}

function hashOf({ APP_KEY }: Keys, email: string): Buffer {
  return createHmac('sha256', deriveKey(APP_KEY, 'deleted-account')).update(emailKey(email)).digest()
}
