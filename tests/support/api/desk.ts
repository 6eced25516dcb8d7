import type { PlainReceipts } from '@stampus/contract/console/bulk'
import type { decide, OpenAppeal, ReviewItem, takeNext } from '@stampus/contract/console/review'
import type { SubmissionHistory } from '@stampus/contract/console/submissions'
import type { AnswerOf, InputOf } from '@stampus/contract/endpoint'
import type { Meta } from '@stampus/contract/fields'
import type { TestApp } from '../server/app.ts'
import { createOperator, createOperatorSession } from './accounts.ts'
import { type Answered, connect } from './calls.ts'

export type Answer = Answered<ReviewItem> &
  Pick<AnswerOf<typeof takeNext>, 'ahead' | 'waiting' | 'escalated'> & { next?: ReviewItem | null }
type BulkAnswer = PlainReceipts &
  Omit<Answered, 'data'> & {
    approved: number[]
    undone: number[]
    left_out: { id: number; reason: string }[]
    undo_left_ms: number
  }
export type Desk = Awaited<ReturnType<typeof createDesk>>

/** A new operator signed in at the review desk, with the calls that the console makes. */
export async function createDesk(server: TestApp, given: Parameters<typeof createOperator>[1] = {}) {
  return connectDesk(server, await createOperator(server.deps, given))
}

/** The desk of an existing operator, with a new session. */
export async function connectDesk(server: TestApp, operator: { id: number; email: string }) {
  const headers = { ...(await createOperatorSession(server.deps, operator)), 'sec-fetch-site': 'same-origin' }
  const connected = connect(server, { path: '/api/console', headers })
  const call = <A = Answer>(...given: Parameters<typeof connected>) => connected<A>(...given)
  /** Downloads a file as text. */
  const file = async (path: string) => (await server.app.inject({ url: `/api/console${path}`, headers })).body
  const show = (id: number) => call('GET', `/submissions/${id}`)
  const signals = async (id: number) => (await show(id)).data.signals
  const bulk = (after = 0) => call<BulkAnswer>('GET', after ? `/bulk?after=${after}` : '/bulk')
  return {
    id: operator.id,
    email: operator.email,
    call,
    file,
    next: (skipId?: number) => call('POST', '/leases', skipId === undefined ? {} : { skip_id: skipId }),
    renew: (id: number) => call('PUT', `/submissions/${id}/lease`),
    release: (id: number) => call('DELETE', `/submissions/${id}/lease`),
    approve: (id: number, notes = '') => call('POST', `/submissions/${id}/decision`, { status: 'approved', notes }),
    reject: (id: number, reason: string) => call('POST', `/submissions/${id}/decision`, { status: 'rejected', reason }),
    decide: (given: InputOf<typeof decide>) => call('POST', `/submissions/${given.id}/decision`, given),
    escalate: (id: number, note: string) => call('POST', `/submissions/${id}/escalation`, { note }),
    undoEscalation: (id: number) => call('DELETE', `/submissions/${id}/escalation`),
    undo: (id: number) => call('DELETE', `/submissions/${id}/decision`),
    show,
    signals,
    /** The receipts that a signal calls the same paper or picture. */
    lookAlikes: async (id: number) =>
      (await signals(id)).flatMap(({ kind, submission_id }) => (kind === 'same_receipt' ? (submission_id ?? 0) : [])),
    history: async (id: number) => (await call<{ data: SubmissionHistory }>('GET', `/submissions/${id}/history`)).data,
    bulk,
    /** The receipts that are offered for bulk approval. */
    offered: async () => (await bulk()).data.map(({ id }) => id),
    approveBulk: (ids: number[], offer: string) => call<BulkAnswer>('POST', '/bulk', { ids, offer }),
    undoBulk: (ids: number[]) => call<BulkAnswer>('POST', '/bulk/undo', { ids }),
    appeals: (page = 1) => call<Answered<OpenAppeal[]> & { meta: Meta }>('GET', `/appeals?page=${page}`),
    answer: (appealId: number, outcome: 'kept' | 'reopened', answer = 'We have looked again.') =>
      call('POST', `/appeals/${appealId}/answer`, { outcome, answer }),
    /** From now on the operator belongs to this merchant, which is a conflict of interest. */
    join: async (merchantId: number) => {
      const text = 'INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2)'
      await server.deps.db.pool.query({ text, values: [operator.id, merchantId] })
    },
  }
}
