import * as accounts from '@stampus/contract/accounts'
import * as announcements from '@stampus/contract/announcements'
import * as audit from '@stampus/contract/audit'
import * as browserFaults from '@stampus/contract/browserFaults'
import * as bulk from '@stampus/contract/bulk'
import * as checks from '@stampus/contract/checks'
import * as confirmations from '@stampus/contract/confirmations'
import * as consoleAnnouncements from '@stampus/contract/consoleAnnouncements'
import * as consoleCategories from '@stampus/contract/consoleCategories'
import * as consoleDeals from '@stampus/contract/consoleDeals'
import * as consoleMerchants from '@stampus/contract/consoleMerchants'
import * as consolePictures from '@stampus/contract/consolePictures'
import * as consoleSubmissions from '@stampus/contract/consoleSubmissions'
import * as deals from '@stampus/contract/deals'
import type { Endpoint } from '@stampus/contract/endpoint'
import * as members from '@stampus/contract/members'
import * as merchants from '@stampus/contract/merchants'
import * as operators from '@stampus/contract/operators'
import * as overview from '@stampus/contract/overview'
import * as ownAccount from '@stampus/contract/ownAccount'
import * as privacy from '@stampus/contract/privacy'
import * as readings from '@stampus/contract/readings'
import * as reasons from '@stampus/contract/reasons'
import * as review from '@stampus/contract/review'
import * as submissions from '@stampus/contract/submissions'
import * as undelivered from '@stampus/contract/undelivered'
import * as unlocks from '@stampus/contract/unlocks'
import * as wallet from '@stampus/contract/wallet'

/** One call of the contract: `accounts`, `login` and what was declared. */
export type Call = { group: string; name: string; endpoint: Endpoint }

/** Every call that this server answers. */
export const calls: readonly Call[] = [
  ...callsOf('accounts', accounts),
  ...callsOf('unlocks', unlocks),
  ...callsOf('members', members),
  ...callsOf('privacy', privacy),
  ...callsOf('wallet', wallet),
  ...callsOf('submissions', submissions),
  ...callsOf('readings', readings),
  ...callsOf('merchants', merchants),
  ...callsOf('announcements', announcements),
  ...callsOf('deals', deals),
  ...callsOf('operators', operators),
  ...callsOf('ownAccount', ownAccount),
  ...callsOf('audit', audit),
  ...callsOf('undelivered', undelivered),
  ...callsOf('review', review),
  ...callsOf('reasons', reasons),
  ...callsOf('bulk', bulk),
  ...callsOf('checks', checks),
  ...callsOf('consoleMerchants', consoleMerchants),
  ...callsOf('consoleCategories', consoleCategories),
  ...callsOf('consoleDeals', consoleDeals),
  ...callsOf('consoleAnnouncements', consoleAnnouncements),
  ...callsOf('consolePictures', consolePictures),
  ...callsOf('overview', overview),
  ...callsOf('confirmations', confirmations),
  ...callsOf('consoleSubmissions', consoleSubmissions),
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
