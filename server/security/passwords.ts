import * as texts from '@stampus/contract/texts'
import { argon2id, hash, verify } from 'argon2'
import { Refusal } from '../http/refusal.ts'
import { addressKey } from '../limits/addresses.ts'
import { boundedQueue, QueueFull } from '../limits/queue.ts'

const COST = { type: argon2id as 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const RETRY_SECONDS = 2

/** A hash of a password nobody knows: comparing with it costs what comparing with a real one costs (D-21). */
const NOBODYS = '$argon2id$v=19$m=19456,p=1,t=2$teJlHwWDNMF4xHc/JnmQeg$lEGokIokHZHUdH0uSKMvwoMEdKPAmuXfTaZ5ucbbIl0'

// Unlimited, the hashes of one burst of sign-ins would leave nothing for anybody else.
const inTurn = boundedQueue({ atOnce: 2, waiting: 200 })
/** The passwords that are being hashed, and those that wait for it. */
export const passwordWork = inTurn.load

/** The hash to store for a password (argon2id, 19 MiB). A 503 when too many wait, in all or from the client's address. */
export function hashPassword(password: string, address?: string): Promise<string> {
  return whenItsTurnComes(() => hash(password, COST), address)
}

/** Whether a password is the one of a stored hash; without a hash it is not, after the same time. A 503 as above. */
export function isPassword(stored: string | undefined, given: string, address?: string): Promise<boolean> {
  return whenItsTurnComes(async () => (await verify(stored ?? NOBODYS, given)) && stored !== undefined, address)
}

async function whenItsTurnComes<T>(work: () => Promise<T>, address: string | undefined): Promise<T> {
  try {
    return await inTurn(work, address && addressKey(address))
  } catch (fault) {
    if (fault instanceof QueueFull) throw new Refusal(503, texts.unavailable, {}, { retryAfterSeconds: RETRY_SECONDS })
    throw fault
  }
}
