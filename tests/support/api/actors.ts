import type { TestApp } from '../server/app.ts'
import type { createMember } from './accounts.ts'
import { connect } from './calls.ts'
import { connectCounter, createWorkingPhone } from './counters.ts'
import { createDesk } from './desk.ts'
import { createClaimant, vouchersOf } from './rewards.ts'
import { type SentPicture, sendReceipt } from './submissions.ts'

type MemberOptions = Parameters<typeof createMember>[1] & { stamps?: number }
type OperatorOptions = Parameters<typeof createDesk>[1]

/** The people of the tests, each new and signed in, with the calls that their app makes. */
export function actorsOf(server: TestApp) {
  return {
    /** Somebody without an account. */
    guest: connect(server),
    /** A verified member with this many stamps, who accepted the supplements. */
    member: async ({ stamps = 0, ...given }: MemberOptions = {}) => {
      const member = await createClaimant(server.deps, stamps, given)
      const send = (fields: Record<string, string | number>, picture?: SentPicture) =>
        sendReceipt(server, member.headers, fields, picture)
      return { ...member, ...vouchersOf(server, member), send }
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
