import { generatePath } from 'react-router'

export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  verifyEmail: '/email/verification',
  resetPassword: '/password/reset',
  keepEmail: '/email/keep',
  unlock: '/browser/unlock',
  terms: '/terms-and-conditions',
  privacy: '/privacy-policy',
  privacyMalay: '/privacy-policy/ms',
  merchantSlug: '/merchants/:slug',
  merchants: '/app/merchants',
  merchant: '/app/merchants/:id',
  announcements: '/app/announcements',
  announcement: '/app/announcements/:id',
  deals: '/app/deals',
  deal: '/deals/:id',
  submissions: '/app/submissions',
  newSubmission: '/app/submissions/new/:merchantId',
  submission: '/app/submissions/:id',
  submit: '/submit',
  profile: '/app/profile',
  rewards: '/app/rewards',
  reward: '/app/rewards/:id',
  voucher: '/app/vouchers/:id',
  history: '/app/history',
  stampHistory: '/app/history/stamps',
  campaigns: '/app/campaigns',
  badges: '/app/badges',
  leaderboard: '/app/leaderboard',
  /** All cases of the member, or one. */
  contact: '/app/contact/:id?',
  links: '/app/links',
  notFound: '*',
} as const

export type RouteName = keyof typeof paths

/** The parameters that a path needs. */
type ParamOf<Path extends string> = Path extends `${string}:${string}?`
  ? never
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Name | ParamOf<`/${Rest}`>
    : Path extends `${string}:${infer Name}`
      ? Name
      : never
type Params<Name extends RouteName> = Record<ParamOf<(typeof paths)[Name]>, string | number>
type Query = Record<string, string | undefined>
type More<Name extends RouteName> = [ParamOf<(typeof paths)[Name]>] extends [never]
  ? [params?: Record<string, never>, query?: Query]
  : [params: Params<Name>, query?: Query]

/** The path of a route: `linkTo('merchant', { id })`, `linkTo('login', {}, { redirect })`. */
export function linkTo<Name extends RouteName>(name: Name, ...[params, query]: More<Name>): string {
  const texts = Object.fromEntries(Object.entries(params ?? {}).map(([key, value]) => [key, String(value)]))
  return generatePath(paths[name] as string, texts) + queryOf(query)
}

function queryOf(query: Query | undefined): string {
  const given = Object.entries(query ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
