import { randomUUID } from 'node:crypto'
import type { ConfirmationRequest, OwnRequest, WaitingRequest } from '@stampus/contract/console/confirmations'
import type { TestApp } from '../server/app.ts'
import type { Answered } from './calls.ts'
import type { Desk } from './desk.ts'
import type { CardAnswer } from './operators.ts'
import { insertReceipt } from './submissions.ts'

type RequestReply = Answered<ConfirmationRequest> & { submission_id?: number }

/** The requests that an operator may confirm. */
export const listConfirmable = async (desk: Desk): Promise<WaitingRequest[]> =>
  (await desk.call<Answered<WaitingRequest[]>>('GET', '/confirmations')).data

export const ownRequests = async (desk: Desk): Promise<OwnRequest[]> =>
  (await desk.call<Answered<OwnRequest[]>>('GET', '/confirmations/own')).data

export const confirm = (desk: Desk, id: number, approved_alike: number[] = []) =>
  desk.call<RequestReply>('POST', `/confirmations/${id}/confirmation`, { approved_alike })

export const decline = (desk: Desk, id: number, answer = 'The date is unreadable.') =>
  desk.call<RequestReply>('POST', `/confirmations/${id}/refusal`, { answer })

export const withdraw = (desk: Desk, id: number) => desk.call<RequestReply>('DELETE', `/confirmations/${id}`)

/** Approves a receipt that needs a second operator. Returns the request. */
export const askToApprove = async (desk: Desk, id: number, notes = ''): Promise<number> =>
  (await desk.approve(id, notes)).data.confirmation?.id ?? 0

/** A receipt of RM 600.00, which earns 50 stamps, and the request for the second operator of its approval. */
export async function requestApproval(
  { deps }: Pick<TestApp, 'deps'>,
  desk: Desk,
  given: Parameters<typeof insertReceipt>[1] = {},
) {
  const made = await insertReceipt(deps, { amountSen: 60_000, ...given })
  return { ...made, requestId: await askToApprove(desk, made.id, 'Clear picture') }
}

/** Gives stamps to a member, or takes them. */
export const adjustStamps = (desk: Desk, userId: number, stamps: number, given: object = {}) =>
  desk.call<Answered<{ balance: number; confirmation_id: number | null }>>(
    'POST',
    `/members/${userId}/stamp-adjustments`,
    {
      ...{ stamps, reason: 'A welcome gift', request_id: randomUUID() },
      ...given,
    },
  )

/** A manager gives an operator this role. */
export async function changeRole(manager: Desk, { id }: { id: number }, role: 'reviewer' | 'manager') {
  const { data } = await manager.call<CardAnswer>('GET', `/operators/${id}`)
  const change = { name: data.name, role, addresses: [], merchant_ids: [], version: data.version }
  return manager.call('PUT', `/operators/${id}`, change)
}
