import type { Role } from '@stampus/contract/console/operators'
import type { RewardState } from '@stampus/contract/console/rewards'
import type { CaseSubject } from '@stampus/contract/contact/cases'
import type { NewAnnouncement } from '../server/domains/announcements/announcements.store.ts'
import type { CannedAnswerInput } from '../server/domains/contact/canned-answers.store.ts'
import type { NewDeal } from '../server/domains/deals/deals.store.ts'
import type { LinkGroupRow } from '../server/domains/links/links.store.ts'
import type { NewMerchant } from '../server/domains/merchants/merchants.store.ts'
import type { NewReward } from '../server/domains/rewards/rewards.store.ts'
import announcements from './content/announcements.json' with { type: 'json' }
import contact from './content/contact.json' with { type: 'json' }
import deals from './content/deals.json' with { type: 'json' }
import merchants from './content/merchants.json' with { type: 'json' }
import people from './content/people.json' with { type: 'json' }
import rewards from './content/rewards.json' with { type: 'json' }
import submissions from './content/submissions.json' with { type: 'json' }
import vouchers from './content/vouchers.json' with { type: 'json' }
import type { Tone } from './pictures.ts'
import type { ReceiptItem } from './receipts/receipt-lines.ts'

// The rows of `content/` carry the columns' names. What is not in them is null, and what depends on today is counted in
// days: -3 is three days ago, 0 today. A text without a Malay one is shown in both languages.

/** An invented merchant; its logo is `pictures/merchants/SLUG.svg`. The covers of its deals have its tone, too. */
export type DemoMerchant = Omit<NewMerchant, 'category_id' | 'logo_key' | 'logo_placeholder'> & {
  category: string
  tone: Tone
}
type MerchantEntry = Pick<DemoMerchant, 'slug' | 'name' | 'address' | 'contact_number' | 'tone'>

const unsaid = { description: null, description_ms: null, opening_hours: null, opening_hours_ms: null }

export const demoCategories: readonly string[] = Object.keys(merchants)

/** Merchants in the order of the categories. */
export const demoMerchants: readonly DemoMerchant[] = Object.entries(
  merchants as Record<string, MerchantEntry[]>,
).flatMap(([category, entries]) => entries.map((entry) => ({ ...unsaid, is_active: true, ...entry, category })))

/** A deal of the merchant with that slug; its cover is `pictures/deals/MERCHANT.svg`. The end day is included. */
export type DemoDeal = Pick<NewDeal, 'title' | 'description'> &
  Partial<Pick<NewDeal, 'title_ms' | 'description_ms'>> & { merchant: string; startDay: number; endDay: number }

/** The last two deals are over and not started yet. */
export const demoDeals: readonly DemoDeal[] = deals

/** Its picture is `pictures/rewards/PICTURE.svg`. Without a merchant it is handed out at the Stampus desk. The end day is included. */
export type DemoReward = Pick<
  NewReward,
  'title' | 'title_ms' | 'conditions' | 'conditions_ms' | 'stamps' | 'owed_sen' | 'valid_days'
> &
  Partial<Pick<NewReward, 'stock' | 'limit_total' | 'limit_30_days'>> & {
    merchant?: string
    picture: string
    tone: Tone
    startDay: number
    endDay?: number
    /** Absent: published. */
    state?: RewardState
  }

/** One is sold out and one nearly so, by the vouchers of the demo. The last three are paused, ended and a draft. */
export const demoRewards = rewards as readonly DemoReward[]

/** Its cover is `pictures/announcements/SLUG.svg`. */
export type DemoAnnouncement = Pick<NewAnnouncement, 'title' | 'content' | 'title_ms' | 'content_ms'> & {
  slug: string
  tone: Tone
  /** Below zero: scheduled for that many days from now, and not visible yet. */
  publishedDaysAgo: number
}
type AnnouncementEntry = Omit<DemoAnnouncement, 'content' | 'content_ms'> & { content: string[]; content_ms?: string[] }

/** Lines of HTML as one text, in which amounts such as `RM 10` have a narrow no-break space. */
const htmlOf = (lines: readonly string[]) => lines.join('\n').replace(/RM (?=\d)/g, 'RM\u202f')

/** Newest first. */
export const demoAnnouncements: readonly DemoAnnouncement[] = (announcements as AnnouncementEntry[]).map(
  ({ content, content_ms, ...row }) => ({
    ...row,
    content: htmlOf(content),
    ...(content_ms && { content_ms: htmlOf(content_ms) }),
  }),
)

export const demoLinkGroups: readonly Omit<LinkGroupRow, 'id' | 'version'>[] = contact.linkGroups
export const demoCannedAnswers = contact.cannedAnswers as readonly CannedAnswerInput[]

/** A moment in the past, `time` as `HH:MM` of the campus. */
export type DemoMoment = { daysAgo: number; time: string }

type Written = DemoMoment & { text: string }
type DemoCase = { email: string; subject: CaseSubject; question: Written; answer?: Written }

/** Each member writes about a subject once. One still waits for an answer. */
export const demoCases = contact.cases as readonly DemoCase[]

/** What became of a demo submission. */
type DemoOutcome =
  | { status: 'pending' }
  | (DemoDecision & { status: 'approved' })
  | (DemoDecision & { status: 'rejected'; reason: string; appeal?: DemoAppeal })

/** Decided by the reviewer unless `by` says otherwise. Hours count from the submission. */
type DemoDecision = { decidedAfterHours: number; by?: Role; notes?: string; spotCheck?: DemoSpotCheck }

/** The other operator has not looked yet, or would have approved. */
type DemoSpotCheck = 'waits' | 'approves'

/** Hours count from the submission, too. */
type DemoAppeal = { message: string; madeAfterHours: number }

/** A receipt as a member sent it. `items` is what the receipt shows; `amountSen` is what the member typed. */
export type DemoSubmission = {
  merchant: string
  /** The merchant whose receipt the picture shows, where it is another one. */
  receiptOf?: string
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

/** Receipts by the member's email, newest first. Kavitha sends one of Aisyah's; Zoë typed a wrong amount. */
const sent = submissions as unknown as Record<string, readonly DemoSubmission[]>

export type DemoMember = { name: string; email: string; password: string; submissions: readonly DemoSubmission[] }

/** Verified members. The server prints the login of the first one when it starts. */
export const demoMembers: readonly DemoMember[] = people.members.map((member) => ({
  ...member,
  submissions: sent[member.email] ?? [],
}))

type DemoOperator = { name: string; email: string; password: string; role: Role }
export const demoOperators = people.operators as readonly DemoOperator[]

/** The owner of a merchant, whose cashier hands over rewards on a phone. */
export const demoOwner = people.owner
export const demoCashier = people.cashier

/** A voucher of a demo member; `picture` is that of its reward. It is ready unless `end` says otherwise. */
export type DemoVoucher = DemoMoment & {
  email: string
  picture: string
  end?: DemoMoment & { kind: 'used' | 'returned' }
}

/** All are claimed before the newest receipt of the demo is sent, oldest first. */
export const demoVouchers = vouchers.claimed as readonly DemoVoucher[]

/** A voucher that the demo's cashier handed over, some at a time before the demo began. */
export type DemoHandOver = DemoMoment & { email: string; usedAt: DemoMoment | { minutesAgo: number } }

/** All hand-overs of the cashier are of this reward of the owner's merchant. */
export const handedOverPicture = 'kopi-o'

/** Whatever the day, one is of the month before, and two are of the last hours. Oldest first. */
export const demoHandOvers = vouchers.handedOver as readonly DemoHandOver[]
