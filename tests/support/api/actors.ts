import type { Submission } from '@stampus/contract/submissions'
import type { TestApp } from '../server/app.ts'
import type { createMember } from './accounts.ts'
import { type Answered, type Body, connect } from './calls.ts'
import { connectCounter, createWorkingPhone } from './counters.ts'
import { createDesk } from './desk.ts'
import { createClaimant, vouchersOf } from './rewards.ts'
import { createRandomPhoto, receiptFields, type SentPicture, sendReceipt } from './submissions.ts'

type MemberOptions = Parameters<typeof createMember>[1] & { stamps?: number }
type Receipt = Parameters<typeof receiptFields>[2] & { corrects?: number | string }
type ReceiptAnswer = Omit<Answered<Submission>, 'status'> & { submission_id?: number }
type OperatorOptions = Parameters<typeof createDesk>[1]

/** The people of the tests, each new and signed in, with the calls that their app makes. */
export function actorsOf(server: TestApp) {
  return {
    /** Somebody without an account. */
    guest: <Answer = Body>(...given: Parameters<ReturnType<typeof connect>>) => connect(server)<Answer>(...given),
    /** A verified member with this many stamps, who accepted the supplements. */
    member: async ({ stamps = 0, ...given }: MemberOptions = {}) => {
      const member = await createClaimant(server.deps, stamps, given)
      const send = (fields: Record<string, string | number>, picture?: SentPicture) =>
        sendReceipt(server, member.headers, fields, picture)
      /** Sends a receipt of today, by default with a new invoice number and picture, and reads the answer. */
      const submit = async (merchantId: number, given: Receipt = {}, more: { key?: string; bytes?: Buffer } = {}) => {
        const headers = { ...member.headers, ...(more.key !== undefined && { 'idempotency-key': more.key }) }
        const fields = receiptFields(server.deps, merchantId, given)
        const answer = await sendReceipt(server, headers, fields, { bytes: more.bytes ?? (await createRandomPhoto()) })
        const retryAfter = Number(answer.headers['retry-after'])
        return { status: answer.statusCode, retryAfter, ...answer.json<ReceiptAnswer>() }
      }
      return { ...member, ...vouchersOf(server, member), send, submit }
    },
    reviewer: (given: OperatorOptions = {}) => createDesk(server, given),
    manager: (given: OperatorOptions = {}) => createDesk(server, { role: 'manager', ...given }),
    /** A stall's phone, on which a cashier has entered the PIN. */
    counter: async (given: Parameters<typeof createWorkingPhone>[1] = {}) => {
      const phone = await createWorkingPhone(server.deps, given)
      return { ...phone, call: connectCounter(server, { headers: phone.headers }) }
    },
  }
}
