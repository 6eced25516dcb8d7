import { randomUUID } from 'node:crypto'
import * as accounts from '@stampus/contract/accounts'
import { createStampAdjustment } from '@stampus/contract/console/members'
import * as rewards from '@stampus/contract/console/rewards'
import { check, handOver, takeBack, voidVoucher } from '@stampus/contract/console/vouchers'
import type { InputOf } from '@stampus/contract/endpoint'
import { claim, type Voucher } from '@stampus/contract/rewards/vouchers'
import { bearerHeader, callApi } from './api.ts'
import { signInOperator } from './operators.ts'
import { findMerchant, type Member, manager } from './people.ts'
import type { ServerUnderTest } from './server-under-test.ts'

type Published = rewards.AdminReward
type Facts = Partial<InputOf<typeof rewards.create>>

/** The manager, who keeps rewards and hands them over through the API. */
export async function connectRewardsDesk(server: ServerUnderTest) {
  const headers = await signInOperator(server, manager)
  const setState = async ({ id, version }: Published, state: 'published' | 'paused' | 'ended') =>
    (await callApi(server, rewards.changeState, { id, version, state }, headers)).data
  return {
    /** A published reward of Boba Bukit for two stamps, without limits, unless `given` says otherwise. */
    publish: async (given: Facts = {}): Promise<Published> => {
      const facts = {
        merchant_id: (await findMerchant(server, 'Boba Bukit')).id,
        title: `Kopi O ${randomUUID().slice(0, 6)}`,
        title_ms: null,
        conditions: 'One hot cup. Not together with other offers.',
        conditions_ms: null,
        image_key: null,
        stamps: 2,
        owed_sen: given.merchant_id === null ? 0 : 180,
        stock: null,
        limit_total: null,
        limit_30_days: null,
        start_date: '2026-01-01',
        end_date: null,
        valid_days: 14,
        ...given,
      }
      return setState((await callApi(server, rewards.create, facts, headers)).data, 'published')
    },
    change: async ({ id, merchant, ...reward }: Published, changed: Facts): Promise<Published> => {
      const facts = { ...reward, merchant_id: merchant?.id ?? null, ...changed, id }
      return (await callApi(server, rewards.change, facts, headers)).data
    },
    end: (reward: Published) => setState(reward, 'ended'),
    recall: ({ id, version }: Published, reason: string) =>
      callApi(server, rewards.recall, { id, version, reason }, headers),
    giveStamps: (member: Member, stamps: number) => {
      const input = { id: member.id, stamps, reason: 'Welcome.', request_id: randomUUID() }
      return callApi(server, createStampAdjustment, input, headers)
    },
    /** Checks the number and the code that a member shows, and hands the reward over. */
    handOver: async (shown: { number: string; code: string }) => {
      const { id } = (await callApi(server, check, shown, headers)).data
      return (await callApi(server, handOver, { id, request_id: randomUUID() }, headers)).data
    },
    takeBack: (id: number) => callApi(server, takeBack, { id }, headers),
    cancel: (id: number, reason: string) =>
      callApi(server, voidVoucher, { id, state: 'ready', reason, stamps_back: true }, headers),
  }
}

/** Accepts the supplements of the legal pages, which a first claim needs. */
export function acceptSupplements(server: ServerUnderTest, { token }: Member) {
  return callApi(server, accounts.acceptSupplements, accounts.currentSupplements, bearerHeader(token))
}

/** Claims a reward as on another device. */
export async function claimElsewhere(
  server: ServerUnderTest,
  member: Member,
  { id, version }: Published,
): Promise<Voucher> {
  await acceptSupplements(server, member)
  return (await callApi(server, claim, { id, version }, bearerHeader(member.token))).data
}
