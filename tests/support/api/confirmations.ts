import type { ConfirmationRequest, OwnRequest, WaitingRequest } from '@stampus/contract/console/confirmations'
import type { Meta } from '@stampus/contract/fields'
import type { createDesk } from './desk.ts'

type Desk = Awaited<ReturnType<typeof createDesk>>

type RequestReply = {
  status: number
  message: string
  submission_id?: number
  errors: Record<string, string[]>
  data: ConfirmationRequest
}
type RequestsReply<Row> = { status: number; data: Row[]; meta: Meta }

/** The requests that an operator may confirm. */
export const listConfirmable = async (desk: Desk): Promise<WaitingRequest[]> =>
  (await desk.call<RequestsReply<WaitingRequest>>('GET', '/confirmations')).data

export const ownRequests = async (desk: Desk): Promise<OwnRequest[]> =>
  (await desk.call<RequestsReply<OwnRequest>>('GET', '/confirmations/own')).data

export const confirm = (desk: Desk, id: number, approved_alike: number[] = []) =>
  desk.call<RequestReply>('POST', `/confirmations/${id}/confirmation`, { approved_alike })

export const decline = (desk: Desk, id: number, answer = 'The date is unreadable.') =>
  desk.call<RequestReply>('POST', `/confirmations/${id}/refusal`, { answer })

export const withdraw = (desk: Desk, id: number) => desk.call<RequestReply>('DELETE', `/confirmations/${id}`)
