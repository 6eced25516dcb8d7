import type { ConfirmationRequest, OwnRequest, WaitingRequest } from '@stampus/contract/console/confirmations'
import type { Meta } from '@stampus/contract/fields'
import type { aDesk } from './desk.ts'

type Desk = Awaited<ReturnType<typeof aDesk>>

export type RequestAnswer = {
  status: number
  message: string
  submission_id?: number
  errors: Record<string, string[]>
  data: ConfirmationRequest
}
type RequestsAnswer<Row> = { status: number; data: Row[]; meta: Meta }

/** What an operator may confirm, as the console asks for it. */
export const waitingFor = async (desk: Desk): Promise<WaitingRequest[]> =>
  (await desk.call<RequestsAnswer<WaitingRequest>>('GET', '/confirmations')).data

export const ownRequests = async (desk: Desk): Promise<OwnRequest[]> =>
  (await desk.call<RequestsAnswer<OwnRequest>>('GET', '/confirmations/own')).data

export const confirm = (desk: Desk, id: number, approved_alike: number[] = []) =>
  desk.call<RequestAnswer>('POST', `/confirmations/${id}/confirmation`, { approved_alike })

export const decline = (desk: Desk, id: number, answer = 'The date is unreadable.') =>
  desk.call<RequestAnswer>('POST', `/confirmations/${id}/refusal`, { answer })

export const withdraw = (desk: Desk, id: number) => desk.call<RequestAnswer>('DELETE', `/confirmations/${id}`)
