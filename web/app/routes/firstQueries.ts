import { list as announcements } from '@stampus/contract/announcements'
import { list as deals } from '@stampus/contract/deals'
import { show as merchant, list as merchants, showBySlug } from '@stampus/contract/merchants'
import { show as reward, list as rewards } from '@stampus/contract/rewards/rewards'
import { list as vouchers } from '@stampus/contract/rewards/vouchers'
import { show as submission, list as submissions } from '@stampus/contract/submissions'
import type { Params } from 'react-router'
import type { FirstQuery } from '../../shared/api/endless.ts'
import { acceptingReceipts, filterOf } from '../../shared/merchants/merchantFilter.ts'
import type { RouteName } from '../../shared/paths.ts'
import { historyFilter } from '../../shared/receipts/status.ts'
import { voucherFilter } from '../../shared/rewards/voucherFilter.ts'

type At = { params: Params; search: URLSearchParams }

const everyDeal: FirstQuery = { endpoint: deals, input: {}, list: true }
const everyAnnouncement: FirstQuery = { endpoint: announcements, input: {}, list: true }

/** Not of a voucher: its page sends the request itself, to measure the server's clock. */
const firstOf: Partial<Record<RouteName, (at: At) => FirstQuery>> = {
  home: () => everyDeal,
  merchants: ({ search }) => ({ endpoint: merchants, input: acceptingReceipts(filterOf(search)), list: true }),
  merchant: ({ params }) => ({ endpoint: merchant, input: { id: params.id } }),
  merchantSlug: ({ params }) => ({ endpoint: showBySlug, input: { slug: params.slug } }),
  newSubmission: ({ params }) => ({ endpoint: merchant, input: { id: params.merchantId } }),
  deals: () => everyDeal,
  deal: () => everyDeal,
  announcements: () => everyAnnouncement,
  announcement: () => everyAnnouncement,
  submissions: ({ search }) => ({ endpoint: submissions, input: historyFilter(search), list: true }),
  rewards: () => ({ endpoint: rewards, input: {}, list: true }),
  reward: ({ params }) => ({ endpoint: reward, input: { id: params.id } }),
  history: ({ search }) => ({ endpoint: vouchers, input: voucherFilter(search), list: true }),
  submission: ({ params }) => ({ endpoint: submission, input: { id: params.id } }),
}

export const firstQuery = (name: RouteName, at: At): FirstQuery | undefined => firstOf[name]?.(at)
