import { randomUUID } from 'node:crypto'
import type { AdminCase, AdminCaseRow } from '@stampus/contract/console/contact/cases'
import type { ListedCase, MemberCase, ObjectKind } from '@stampus/contract/contact/cases'
import type { TestApp } from '../server/app.ts'
import type { SignedInMember } from './accounts.ts'
import { type Answered, connect } from './calls.ts'
import type { Desk } from './desk.ts'

export type CaseReply = Answered<MemberCase> & { case_id?: number }

type Question = {
  subject: string
  object_kind?: ObjectKind | undefined
  object_id?: number | undefined
  message: string
}

/** The calls about cases that a member's app makes. */
export function casesOf({ app }: Pick<TestApp, 'app'>, { headers }: Pick<SignedInMember, 'headers'>) {
  const connected = connect({ app }, { path: '/api/contact', headers })
  const call = <Answer = CaseReply>(method: 'GET' | 'POST', path: string, payload?: object, key?: string) =>
    connected<Answer>(method, path, payload, key ? { 'idempotency-key': key } : {})
  return {
    call,
    open: (question: Partial<Question> = {}, key: string = randomUUID()) =>
      call('POST', '/cases', { subject: 'account', message: 'Where is my card?', ...question }, key),
    write: (id: number, message: string, key: string = randomUUID()) =>
      call('POST', `/cases/${id}/messages`, { message }, key),
    show: (id: number) => call('GET', `/cases/${id}`),
    list: async (query = '') => (await call<Answered<ListedCase[]>>('GET', `/cases${query}`)).data,
    medianSeconds: async () =>
      (await call<Answered<{ median_seconds: number | null }>>('GET', '/answer-time')).data.median_seconds,
  }
}

/** The calls about cases that a manager's console makes. */
export function casesAt(desk: Desk) {
  const show = async (id: number) => (await desk.call<Answered<AdminCase>>('GET', `/cases/${id}`)).data
  const versionOf = async (id: number, version?: number) => version ?? (await show(id)).version
  return {
    show,
    list: async (query = '') => (await desk.call<Answered<AdminCaseRow[]>>('GET', `/cases${query}`)).data,
    answer: async (
      id: number,
      text: string,
      { version, key = randomUUID() }: { version?: number; key?: string } = {},
    ) => {
      const answer = { text, version: await versionOf(id, version) }
      return desk.call<Answered<AdminCase>>('POST', `/cases/${id}/answers`, answer, { 'idempotency-key': key })
    },
    assign: async (id: number, operatorId: number | null, version?: number) =>
      desk.call<Answered<AdminCase>>('PUT', `/cases/${id}/assignee`, {
        operator_id: operatorId,
        version: await versionOf(id, version),
      }),
    close: async (id: number, version?: number) =>
      desk.call<Answered<AdminCase>>('PUT', `/cases/${id}/closing`, { version: await versionOf(id, version) }),
  }
}
