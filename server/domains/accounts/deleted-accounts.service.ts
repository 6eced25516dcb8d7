import { createHmac } from 'node:crypto'
import { emailKey } from '@stampus/contract/values/emails'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/security/crypto.ts'
import {
  findFormerAddresses,
  findMarks,
  type MarkRow,
  type Standing,
  saveFormerAddress,
  saveMark,
} from './deleted-accounts.store.ts'

/** How many days the mark of a deleted account with a bad standing is stored. */
export const MARK_DAYS = 365

type Keys = Pick<Config, 'APP_KEY'>

/** Marks a deleted account with a bad standing under every address it had, as keyed hashes. */
export async function saveStanding(
  tx: Queryable,
  config: Keys,
  account: { id: number; email: string; standing: Standing; now: Date },
): Promise<void> {
  if (!Object.values(account.standing).some(Boolean)) return
  const former = await findFormerAddresses(tx, account.id)
  for (const hash of [hashOf(config, account.email), ...former]) await saveMark(tx, hash, account.standing, account.now)
}

export async function saveFormerAddressHash(
  tx: Queryable,
  config: Keys,
  former: { id: number; email: string; now: Date },
): Promise<void> {
  await saveFormerAddress(tx, former.id, hashOf(config, former.email), former.now)
}

export async function copyMark(tx: Queryable, config: Keys, from: string, to: string): Promise<void> {
  const [mark] = await findMarks(tx, [hashOf(config, from)])
  if (mark) await saveMark(tx, hashOf(config, to), mark, mark.deleted_at)
}

export async function findMarksByEmail(db: Queryable, config: Keys, emails: string[]): Promise<Map<string, MarkRow>> {
  const hashes = new Map(emails.map((email) => [email, hashOf(config, email)]))
  const marks = await findMarks(db, [...hashes.values()])
  const byHash = new Map(marks.map((mark) => [mark.email_hash.toString('hex'), mark]))
  const found = [...hashes].map(([email, hash]) => [email, byHash.get(hash.toString('hex'))] as const)
  return new Map(found.filter((entry): entry is [string, MarkRow] => entry[1] !== undefined))
}

const hashOf = ({ APP_KEY }: Keys, email: string): Buffer =>
  createHmac('sha256', deriveKey(APP_KEY, 'deleted-account')).update(emailKey(email)).digest()
