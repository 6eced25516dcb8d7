import { SEARCH_MAX } from '@stampus/contract/limits'
import type { Status } from '@stampus/contract/submissions'
import * as words from '#words'

export function historyFilter(params: URLSearchParams): { status?: Status; search?: string } {
  const status = statuses.find((one) => one === params.get('status'))
  const search = params.get('search')?.trim().slice(0, SEARCH_MAX)
  return { ...(status && { status }), ...(search && { search }) }
}

const statusWords: Record<Status, string> = {
  pending: words.statusPending,
  approved: words.statusApproved,
  rejected: words.statusRejected,
}

export const statuses = Object.keys(statusWords) as Status[]

export const statusLabel = (status: Status): string => statusWords[status]
