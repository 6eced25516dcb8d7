import * as accounts from '@stampus/contract/accounts'
import * as announcements from '@stampus/contract/announcements'
import * as browserErrors from '@stampus/contract/browserErrors'
import * as consoleAnnouncements from '@stampus/contract/console/announcements'
import * as audit from '@stampus/contract/console/audit'
import * as bulk from '@stampus/contract/console/bulk'
import * as consoleCategories from '@stampus/contract/console/categories'
import * as confirmations from '@stampus/contract/console/confirmations'
import * as cannedAnswers from '@stampus/contract/console/contact/cannedAnswers'
import * as consoleCases from '@stampus/contract/console/contact/cases'
import * as linkGroups from '@stampus/contract/console/contact/linkGroups'
import * as consoleOwners from '@stampus/contract/console/counters/owners'
import * as unusualHandOvers from '@stampus/contract/console/counters/unusualHandOvers'
import * as consoleDeals from '@stampus/contract/console/deals'
import * as earningRules from '@stampus/contract/console/earningRules'
import * as failedMail from '@stampus/contract/console/failedMail'
import * as members from '@stampus/contract/console/members'
import * as consoleMerchants from '@stampus/contract/console/merchants'
import * as operators from '@stampus/contract/console/operators'
import * as overview from '@stampus/contract/console/overview'
import * as ownAccount from '@stampus/contract/console/ownAccount'
import * as consolePictures from '@stampus/contract/console/pictures'
import * as review from '@stampus/contract/console/review'
import * as consoleRewards from '@stampus/contract/console/rewards'
import * as settlementQuestions from '@stampus/contract/console/settlement/questions'
import * as settlement from '@stampus/contract/console/settlement/statements'
import * as spotChecks from '@stampus/contract/console/spotChecks'
import * as consoleSubmissions from '@stampus/contract/console/submissions'
import * as consoleVouchers from '@stampus/contract/console/vouchers'
import * as cases from '@stampus/contract/contact/cases'
import * as links from '@stampus/contract/contact/links'
import * as handOvers from '@stampus/contract/counter/handOvers'
import * as ownerAccount from '@stampus/contract/counter/ownAccount'
import * as owners from '@stampus/contract/counter/owners'
import * as phones from '@stampus/contract/counter/phones'
import * as statements from '@stampus/contract/counter/statements'
import * as deals from '@stampus/contract/deals'
import type { Endpoint } from '@stampus/contract/endpoint'
import * as merchants from '@stampus/contract/merchants'
import * as ocrPreview from '@stampus/contract/ocrPreview'
import * as privacy from '@stampus/contract/privacy'
import * as reasons from '@stampus/contract/reasons'
import * as consents from '@stampus/contract/rewards/consents'
import * as reachedLimits from '@stampus/contract/rewards/reachedLimits'
import * as rewards from '@stampus/contract/rewards/rewards'
import * as vouchers from '@stampus/contract/rewards/vouchers'
import * as submissions from '@stampus/contract/submissions'
import * as unlocks from '@stampus/contract/unlocks'
import * as wallet from '@stampus/contract/wallet'

/** One call of the contract, such as `login` of the group `accounts`. */
export type Call = { group: string; name: string; endpoint: Endpoint }

/** Every call that this server answers, in the order of the documentation. */
export const calls: readonly Call[] = [
  ...callsOf('accounts', accounts),
  ...callsOf('unlocks', unlocks),
  ...callsOf('members', members),
  ...callsOf('privacy', privacy),
  ...callsOf('wallet', wallet),
  ...callsOf('consents', consents),
  ...callsOf('rewards', rewards),
  ...callsOf('reachedLimits', reachedLimits),
  ...callsOf('vouchers', vouchers),
  ...callsOf('earningRules', earningRules),
  ...callsOf('consoleRewards', consoleRewards),
  ...callsOf('consoleVouchers', consoleVouchers),
  ...callsOf('submissions', submissions),
  ...callsOf('ocrPreview', ocrPreview),
  ...callsOf('merchants', merchants),
  ...callsOf('announcements', announcements),
  ...callsOf('deals', deals),
  ...callsOf('links', links),
  ...callsOf('cases', cases),
  ...callsOf('operators', operators),
  ...callsOf('ownAccount', ownAccount),
  ...callsOf('audit', audit),
  ...callsOf('failedMail', failedMail),
  ...callsOf('review', review),
  ...callsOf('reasons', reasons),
  ...callsOf('bulk', bulk),
  ...callsOf('spotChecks', spotChecks),
  ...callsOf('consoleMerchants', consoleMerchants),
  ...callsOf('consoleCategories', consoleCategories),
  ...callsOf('consoleDeals', consoleDeals),
  ...callsOf('consoleAnnouncements', consoleAnnouncements),
  ...callsOf('consolePictures', consolePictures),
  ...callsOf('linkGroups', linkGroups),
  ...callsOf('consoleCases', consoleCases),
  ...callsOf('cannedAnswers', cannedAnswers),
  ...callsOf('overview', overview),
  ...callsOf('confirmations', confirmations),
  ...callsOf('consoleSubmissions', consoleSubmissions),
  ...callsOf('consoleOwners', consoleOwners),
  ...callsOf('owners', owners),
  ...callsOf('ownerAccount', ownerAccount),
  ...callsOf('phones', phones),
  ...callsOf('handOvers', handOvers),
  ...callsOf('unusualHandOvers', unusualHandOvers),
  ...callsOf('statements', statements),
  ...callsOf('settlement', settlement),
  ...callsOf('settlementQuestions', settlementQuestions),
  ...callsOf('browserErrors', browserErrors),
]

/** The calls among the exports of a contract file. */
function callsOf(group: string, exported: Record<string, unknown>): Call[] {
  return Object.entries(exported).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ group, name, endpoint: value }] : [],
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'answer' in value
}
