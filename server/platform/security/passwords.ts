import { createHmac, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { argon2id, hash, verify } from 'argon2'
import { Unavailable } from '../errors.ts'
import { addressKey } from '../rate-limits/rate-limits.ts'
import { boundedQueue, QueueFull } from '../workers/queue.ts'
import { deriveKey } from './crypto.ts'

const COST = { type: argon2id as 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const RETRY_SECONDS = 2

/** A hash of a password nobody knows: comparing with it costs what comparing with a real one costs (D-21). */
export const UNKNOWN_PASSWORD =
  '$argon2id$v=19$m=19456,p=1,t=2$teJlHwWDNMF4xHc/JnmQeg$lEGokIokHZHUdH0uSKMvwoMEdKPAmuXfTaZ5ucbbIl0'

const inTurn = boundedQueue({ concurrency: maxConcurrentHashes(availableParallelism()), maxWaiting: 200 })
/** The passwords that are being hashed, and those that wait for it. */
export const passwordLoad = inTurn.load

/**
 * Half of the processors, so that a burst of sign-ins leaves the others to answers and to an embedded database; and two at most, half
 * of the threads on which files are read and written too.
 */
export function maxConcurrentHashes(processors: number): number {
  return Math.max(1, Math.min(2, Math.floor(processors / 2)))
}

/** The hash to store for a password (argon2id, 19 MiB). A 503 when too many wait, in all or from the client's address. */
export function hashPassword(password: string, address?: string): Promise<string> {
  return runInQueue(() => hash(password, COST), address)
}

/**
 * As `hashPassword`, with a salt made from the address that is registered. All registrations of one address then share
 * a salt, so that a password is looked for among all of them by one hash, in the time of a single account.
 */
export function hashRegistrationPassword(
  password: string,
  { email_key, APP_KEY, address }: Registered,
): Promise<string> {
  const salt = createHmac('sha256', deriveKey(APP_KEY, 'registration-salt')).update(email_key).digest().subarray(0, 16)
  return runInQueue(() => hash(password, { ...COST, salt }), address)
}

type Registered = { email_key: string; APP_KEY: string; address: string }

/**
 * The first of several stored hashes that a password belongs to; undefined for none, after the time of one comparison
 * where all of them share a salt. A 503 as above.
 */
export async function findMatchingHash(
  stored: readonly string[],
  given: string,
  address?: string,
): Promise<string | undefined> {
  const bySalt = Map.groupBy(stored, (one) => encodedParts(one).salt)
  if (bySalt.size === 0) await verifyPassword(undefined, given, address)
  let found: string | undefined
  for (const [salt, sharing] of bySalt) {
    const own = await runInQueue(() => hash(given, { ...COST, salt: Buffer.from(salt, 'base64') }), address)
    const digest = encodedParts(own).digest
    for (const one of sharing) if (isSameDigest(encodedParts(one).digest, digest)) found ??= one
  }
  return found
}

/** Salt and digest of a stored hash, in the base64 of `$argon2id$v=19$m=…,t=…,p=…$salt$digest`. */
function encodedParts(stored: string): { salt: string; digest: Buffer } {
  const [salt = '', digest = ''] = stored.split('$').slice(-2)
  return { salt, digest: Buffer.from(digest, 'base64') }
}

function isSameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Whether a password is the one of a stored hash; without a hash it is not, after the same time. A 503 as above. */
export function verifyPassword(stored: string | undefined, given: string, address?: string): Promise<boolean> {
  return runInQueue(async () => (await verify(stored ?? UNKNOWN_PASSWORD, given)) && stored !== undefined, address)
}

async function runInQueue<T>(work: () => Promise<T>, address: string | undefined): Promise<T> {
  try {
    return await inTurn(work, address && addressKey(address))
  } catch (fault) {
    throw fault instanceof QueueFull ? new Unavailable(RETRY_SECONDS) : fault
  }
}
