import * as accounts from '@stampus/contract/accounts'
import * as announcements from '@stampus/contract/announcements'
import * as browserFaults from '@stampus/contract/browserFaults'
import * as deals from '@stampus/contract/deals'
import type { Endpoint } from '@stampus/contract/endpoint'
import * as members from '@stampus/contract/members'
import * as merchants from '@stampus/contract/merchants'
import * as operators from '@stampus/contract/operators'
import * as privacy from '@stampus/contract/privacy'
import * as review from '@stampus/contract/review'
import * as submissions from '@stampus/contract/submissions'
import * as wallet from '@stampus/contract/wallet'

/** One call of the contract: `accounts`, `login` and what was declared. */
export type Call = { group: string; name: string; endpoint: Endpoint }

/** Every call that this server answers. */
export const calls: readonly Call[] = [
  ...callsOf('accounts', accounts),
  ...callsOf('members', members),
  ...callsOf('privacy', privacy),
  ...callsOf('wallet', wallet),
  ...callsOf('submissions', submissions),
  ...callsOf('merchants', merchants),
  ...callsOf('announcements', announcements),
  ...callsOf('deals', deals),
  ...callsOf('operators', operators),
  ...callsOf('review', review),
  ...callsOf('browserFaults', browserFaults),
]

/** The calls among what a contract file exports. */
function callsOf(group: string, exported: Record<string, unknown>): Call[] {
  return Object.entries(exported).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ group, name, endpoint: value }] : [],
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'answer' in value
}
