import { createOperator, createOperatorSession } from '../../support/api/accounts.ts'
import { createWorkingPhone } from '../../support/api/counters.ts'
import { createClaimant, createReward } from '../../support/api/rewards.ts'
import { type Fields, receiptFields } from '../../support/api/submissions.ts'
import type { ServerProcess } from '../../support/server/process.ts'
import { full } from '../profile.ts'
import { configOf, type Environment } from '../support/environment.ts'
import type { Work } from './kill-points.ts'

/** Another group takes over before an hourly limit is near, or so many codes under way at a kill count as wrong. */
const CLIENTS = full ? 20 : 8
const KILLS_OF_A_GROUP = 4
const STAMPS_OF_A_CLIENT = 100_000
const DAY_MS = 86_400_000

export type Headers = Record<string, string>
/** A member with many stamps, and the manager and the counter where they use their vouchers. */
export type Client = { id: number; member: Headers; manager: Headers; phone: { headers: Headers; key: Buffer } }

/** A receipt, or how a voucher ends: handed over, or given back and entered late, so that it waits for a manager. */
export type Way = Exclude<Work, 'claim'>
/** What a member wants: a receipt acknowledged, or a voucher from the claim to its end, in one of the ways. */
export type Errand = {
  client: Client
  way: Way
  key: string
  requestId: string
  receipt: { fields: Fields; photo: Buffer } | undefined
  /** What a counter without a network wrote down. */
  noted?: { number: string; code: string; noted_at: string }
}

/** A merchant with a reward, for so many groups of signed-in clients. */
export type Shop = Awaited<ReturnType<typeof createShop>>

export async function createShop(environment: Environment, kills: number) {
  const app = await environment.openApp()
  const { deps } = app
  const phone = await createWorkingPhone(deps)
  const { merchantId } = phone
  const reward = await createReward(deps, { stamps: 1, stock: 1_000_000, merchant_id: merchantId })
  const clients: Client[] = []
  while (clients.length < CLIENTS * Math.ceil(kills / KILLS_OF_A_GROUP)) {
    const { id, headers: member } = await createClaimant(deps, STAMPS_OF_A_CLIENT)
    const manager = await createOperatorSession(deps, await createOperator(deps, { role: 'manager' }))
    clients.push({ id, member, manager, phone })
  }
  await app.close()
  /** The clients of a kill. */
  const clientsOf = (kill: number) => {
    const first = Math.floor(kill / KILLS_OF_A_GROUP) * CLIENTS
    return clients.slice(first, first + CLIENTS)
  }
  return { environment, merchantId, reward, clientsOf }
}

/** The values of a receipt from yesterday, which no server takes for a future date. */
export function receiptFieldsOf({ environment, merchantId }: Shop): Fields {
  const now = () => new Date(Date.now() - DAY_MS)
  return receiptFields({ config: configOf(environment), now }, merchantId)
}

/** What the clients know. */
export const newClientRecord = () => ({
  /** The id of each receipt that was acknowledged, by its invoice number. */
  acknowledged: new Map<string, number>(),
  /** The voucher of each key, and how each ended. */
  claimed: new Map<string, number>(),
  used: new Set<number>(),
  waiting: new Set<number>(),
  open: new Set<Errand>(),
  retried: 0,
  problems: [] as string[],
})
export type ClientRecord = ReturnType<typeof newClientRecord>

export type Session = { shop: Shop; server: ServerProcess; record: ClientRecord }
