/** The path of the console. */
export const BASE = '/console'

/** The paths of all pages, relative to BASE. */
export const paths = {
  desk: '/',
  appeals: '/appeals',
  bulk: '/bulk',
  confirmations: '/confirmations',
  spotChecks: '/checks',
  openAtDesk: '/review/:id',
  overview: '/overview',
  submissions: '/submissions',
  submission: '/submissions/:id',
  members: '/members',
  member: '/members/:id',
  merchants: '/merchants',
  newMerchant: '/merchants/new',
  merchant: '/merchants/:id',
  poster: '/merchants/:id/poster',
  categories: '/categories',
  deals: '/deals',
  newDeal: '/deals/new',
  deal: '/deals/:id',
  rewards: '/rewards',
  newReward: '/rewards/new',
  reward: '/rewards/:id',
  vouchers: '/vouchers',
  voucher: '/vouchers/:id',
  handOver: '/hand-over',
  unusualHandOvers: '/unusual-hand-overs',
  settlement: '/settlement',
  statement: '/settlement/:id/:month',
  earningRules: '/earning-rules',
  announcements: '/announcements',
  newAnnouncement: '/announcements/new',
  announcement: '/announcements/:id',
  operators: '/operators',
  operator: '/operators/:id',
  owners: '/owners',
  owner: '/owners/:id',
  cases: '/cases',
  case: '/cases/:id',
  cannedAnswers: '/canned-answers',
  newCannedAnswer: '/canned-answers/new',
  cannedAnswer: '/canned-answers/:id',
  links: '/links',
  newLinkGroup: '/links/new',
  linkGroup: '/links/:id',
  failedMail: '/undelivered-mail',
  audit: '/audit',
  account: '/account',
} as const

/** The pages that the links in an operator's mails open. */
export const PASSWORD_PATH = `${BASE}/password`
export const UNLOCK_PATH = `${BASE}/unlock`

/** All paths of the console, absolute. */
export const allPaths = [...Object.values(paths).map((path) => BASE + path), PASSWORD_PATH, UNLOCK_PATH]
