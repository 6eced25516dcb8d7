import { createOperator, createOperatorSession } from '../../support/api/accounts.ts'
import { createWorkingPhone } from '../../support/api/counters.ts'
import { createClaimant, createReward } from '../../support/api/rewards.ts'
import { type Fields, receiptFields } from '../../support/api/submissions.ts'
import type { ServerProcess } from '../../support/server/process.ts'
import { full } from '../profile.ts'
import { configOf, type Environment } from '../support/environment.ts'

/** Another group takes over before an hourly limit is near, or so many codes under way at a kill count as wrong. */
const CLIENTS = full ? 20 : 8
const KILLS_OF_A_GROUP = 4
const STAMPS_OF_A_CLIENT = 100_000
const DAY_MS = 86_400_000

export type Headers = Record<string, string>
/** A member with many stamps, and the manager and the counter where they use their vouchers. */
export type Client = { id: number; member: Headers; manager: Headers; phone: { headers: Headers; key: Buffer } }

/**
 * A receipt, or how a voucher ends: handed over, or given back and entered late, so that the entry waits for a manager.
 */
export type Way = 'receipt' | 'desk' | 'counter' | 'offline' | 'late' | 'waiting'
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
export type Shop = {
  environment: Environment
  merchantId: number
  reward: { id: number; version: number }
  /** The clients of a kill. */
  clientsOf(kill: number): Client[]
}

export async function createShop(environment: Environment, kills: number): Promise<Shop> {
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
  const clientsOf = (kill: number) => {
    const first = Math.floor(kill / KILLS_OF_A_GROUP) * CLIENTS
    return clients.slice(first, first + CLIENTS)
  }
  return { environment, merchantId, reward, clientsOf }
}

/** What the clients know: what each key was acknowledged with, what ended how, what is open, and the errors. */
export type ClientRecord = {
  /** The id of each receipt that was acknowledged, by its invoice number. */
  acknowledged: Map<string, number>
  /** The voucher of each key. */
  claimed: Map<string, number>
  used: Set<number>
  waiting: Set<number>
  open: Set<Errand>
  retried: number
  problems: string[]
}

export const newClientRecord = (): ClientRecord => ({
  acknowledged: new Map(),
  claimed: new Map(),
  used: new Set(),
  waiting: new Set(),
  open: new Set(),
  retried: 0,
  problems: [],
})

export type Session = { shop: Shop; server: ServerProcess; record: ClientRecord }

/** The values of a receipt from yesterday, which no server takes for a future date. */
export function receiptFieldsOf({ environment, merchantId }: Shop): Fields {
  const now = () => new Date(Date.now() - DAY_MS)
  return receiptFields({ config: configOf(environment), now }, merchantId)
}
