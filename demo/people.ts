import type { Role } from '@stampus/contract/console/operators'
import { aisyahsSubmissions } from './people-history.ts'
import { waitingSubmissions } from './people-queue.ts'
import type { ReceiptItem } from './receipt-lines.ts'

/** What became of a demo submission. */
export type DemoOutcome =
  | { status: 'pending' }
  | (DemoDecision & { status: 'approved' })
  | (DemoDecision & { status: 'rejected'; reason: string; appeal?: DemoAppeal })

/** A decision by the reviewer, unless told otherwise; hours count from the submission. */
type DemoDecision = { decidedAfterHours: number; by?: Role; notes?: string; secondLook?: DemoSecondLook }

/** It is drawn for a second look by the other operator, who is still to look or would have approved. */
type DemoSecondLook = 'waits' | 'approves'

/** The member's objection to a rejection; hours count from the submission, too. */
export type DemoAppeal = { message: string; madeAfterHours: number }

/** A receipt as a member sent it. `items` is what the slip prints; `amountSen` is what the member typed. */
export type DemoSubmission = {
  merchant: string
  /** The merchant whose slip the picture shows, where it is another one. */
  slipOf?: string
  /** The picture was taken with an unsteady hand. */
  blurred?: true
  daysAgo: number
  /** Printed time of purchase, `HH:MM`. */
  time: string
  submittedAfterMinutes: number
  invoice: string
  items: readonly ReceiptItem[]
  amountSen: number
  outcome: DemoOutcome
}

export type DemoMember = { name: string; email: string; password: string; submissions: readonly DemoSubmission[] }
export type DemoOperator = { name: string; email: string; password: string; role: Role }

/** Verified members; the first is the one whose sign-in is printed at the start. */
export const demoMembers: readonly DemoMember[] = [
  {
    name: 'Aisyah binti Rahman',
    email: 'aisyah@student.campus.edu.my',
    password: 'Kad-Setem-Biru-47',
    submissions: aisyahsSubmissions,
  },
  member('Lim Wei Jie', 'weijie.lim@student.campus.edu.my', 'Sepuluh#Pensel82'),
  member('Kavitha a/p Subramaniam', 'kavitha@student.campus.edu.my', 'Melati!Petang63'),
  member('Muhammad Hakim bin Zulkifli', 'hakim.zul@student.campus.edu.my', 'Basikal+Tasik19'),
  member('Grace Anak Jugah', 'grace.jugah@student.campus.edu.my', 'Hujan&Payung204'),
  member('Dr. Ong Siew Ling', 'siewling.ong@campus.edu.my', 'Kapur%Papan716'),
  member('Zoë Fernandez', 'zoe.fernandez@student.campus.edu.my', 'Roti_Bakar(95)'),
]

export const demoOperators: readonly DemoOperator[] = [
  { name: 'Farid Hakimi', email: 'farid@campus.edu.my', password: 'Meja-Semakan-58', role: 'reviewer' },
  { name: 'Tan Mei Fong', email: 'meifong@campus.edu.my', password: 'Kunci-Pejabat-31', role: 'manager' },
]

/** What the till printed as the total, in sen. */
export function printedTotal(items: readonly ReceiptItem[]): number {
  return items.reduce((sum, item) => sum + item.qty * item.sen, 0)
}

function member(name: string, email: string, password: string): DemoMember {
  return { name, email, password, submissions: waitingSubmissions[email] ?? [] }
}
