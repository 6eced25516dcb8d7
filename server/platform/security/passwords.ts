import { createHmac, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { composedPassword } from '@stampus/contract/values/passwords'
import { argon2id, hash, verify } from 'argon2'
import { Unavailable } from '../errors.ts'
import { addressKey } from '../rate-limits/rate-limits.ts'
import { fairQueue } from '../workers/fair-queue.ts'
import { QueueFull } from '../workers/queue.ts'
import { deriveKey } from './crypto.ts'

const COST = { type: argon2id as 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const RETRY_SECONDS = 2

/** Comparing with it takes as long as with a real one. */
export const UNKNOWN_PASSWORD =
  '$argon2id$v=19$m=19456,p=1,t=2$teJlHwWDNMF4xHc/JnmQeg$lEGokIokHZHUdH0uSKMvwoMEdKPAmuXfTaZ5ucbbIl0'

/** Holders take turns. `address`, while the account is not known to be the sender's, fills half of the free places. */
export type Hasher = { holder: string; address?: string | undefined }

/** Half of the thread pool, which also does file I/O. */
export const CONCURRENT_HASHES = Math.min(2, availableParallelism())
const MAX_WAITING = 200
const inTurn = fairQueue({ concurrency: CONCURRENT_HASHES, maxWaiting: MAX_WAITING, maxPerHolder: MAX_WAITING })
export const passwordLoad = inTurn.load

/** Composes a password and hashes it: argon2id, 19 MiB. Throws Unavailable (503). Check rights and limits before. */
export const hashPassword = (password: string, hasher?: Hasher): Promise<string> =>
  runInQueue(() => hash(composedPassword(password), COST), hasher)

/** Registrations of an address share a salt, so one hash is compared with all, in the time of a single account. */
export function hashRegistrationPassword(password: string, { email_key, APP_KEY }: RegistrationSalt, hasher: Hasher) {
  const salt = createHmac('sha256', deriveKey(APP_KEY, 'registration-salt')).update(email_key).digest().subarray(0, 16)
  return runInQueue(() => hash(composedPassword(password), { ...COST, salt }), hasher)
}

/** Makes a hash that replaces one of a password that was not composed. It keeps the salt. */
export const rehashPassword = (stored: string, password: string, hasher: Hasher): Promise<string> =>
  runInQueue(() => hash(composedPassword(password), { ...COST, salt: encodedParts(stored).salt }), hasher)

/** What an older hash may have been made of, if not of the composed form: as typed now, or decomposed. */
export function uncomposedPassword(given: string): string | undefined {
  const composed = composedPassword(given)
  const other = given === composed ? given.normalize('NFD') : given
  return other === composed ? undefined : other
}

type RegistrationSalt = { email_key: string; APP_KEY: string }

/** The first that matches, in the time of one comparison if all share a salt. Throws Unavailable (503). */
export async function findMatchingHash(stored: readonly string[], given: string, hasher: Hasher) {
  const bySalt = Map.groupBy(stored, (one) => encodedParts(one).salt.toString('base64'))
  if (bySalt.size === 0) await verifyPassword(undefined, given, hasher)
  let found: string | undefined
  for (const [salt, sharing] of bySalt) {
    const own = await runInQueue(() => hash(given, { ...COST, salt: Buffer.from(salt, 'base64') }), hasher)
    const digest = encodedParts(own).digest
    for (const one of sharing) if (isSameDigest(encodedParts(one).digest, digest)) found ??= one
  }
  return found
}

/** Base64 in `$argon2id$v=19$m=…,t=…,p=…$salt$digest`. */
function encodedParts(stored: string): { salt: Buffer; digest: Buffer } {
  const [salt = '', digest = ''] = stored.split('$').slice(-2)
  return { salt: Buffer.from(salt, 'base64'), digest: Buffer.from(digest, 'base64') }
}

const isSameDigest = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** The password as it is. Without a hash, false after the same time. Throws Unavailable (503). */
export const verifyPassword = (stored: string | undefined, given: string, hasher?: Hasher): Promise<boolean> =>
  runInQueue(async () => (await verify(stored ?? UNKNOWN_PASSWORD, given)) && stored !== undefined, hasher)

async function runInQueue<T>(work: () => Promise<T>, { holder, address }: Partial<Hasher> = {}): Promise<T> {
  try {
    return await inTurn(work, { holder, group: address === undefined ? holder : addressKey(address) })
  } catch (error) {
    throw error instanceof QueueFull ? new Unavailable(RETRY_SECONDS) : error
  }
}
