import { list as announcements } from '@stampus/contract/announcements'
import { list as deals } from '@stampus/contract/deals'
import type { Endpoint } from '@stampus/contract/endpoint'
import { show as merchant, list as merchants, showBySlug } from '@stampus/contract/merchants'
import { show as submission, list as submissions } from '@stampus/contract/submissions'
import type { Params } from 'react-router'
import { filterOf, takingReceipts } from '../merchants/filters.ts'
import type { RouteName } from '../paths.ts'
import { statusFilter } from '../receipts/statusFilter.ts'
import type { ListEndpoint } from './endless.ts'

/** What a page asks the server first: one answer, or the first page of a list. */
export type First =
  | { endpoint: Endpoint; input: object; list?: false }
  | { endpoint: ListEndpoint; input: object; list: true }
type At = { params: Params; search: URLSearchParams }

const everyDeal: First = { endpoint: deals, input: {}, list: true }
const everyAnnouncement: First = { endpoint: announcements, input: {}, list: true }

const firstOf: Partial<Record<RouteName, (at: At) => First>> = {
  merchants: ({ search }) => ({ endpoint: merchants, input: takingReceipts(filterOf(search)), list: true }),
  merchant: ({ params }) => ({ endpoint: merchant, input: { id: params.id } }),
  merchantSlug: ({ params }) => ({ endpoint: showBySlug, input: { slug: params.slug } }),
  newSubmission: ({ params }) => ({ endpoint: merchant, input: { id: params.merchantId } }),
  deals: () => everyDeal,
  deal: () => everyDeal,
  announcements: () => everyAnnouncement,
  announcement: () => everyAnnouncement,
  submissions: ({ search }) => ({ endpoint: submissions, input: statusFilter(search), list: true }),
  submission: ({ params }) => ({ endpoint: submission, input: { id: params.id } }),
}

/** What the page of a route asks first; undefined where it asks nothing that all its visitors are shown. */
export function firstQuery(name: RouteName, at: At): First | undefined {
  return firstOf[name]?.(at)
}
