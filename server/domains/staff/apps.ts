import type { Role } from '@stampus/contract/console/operators'
import type { Config } from '../../config.ts'

/** The apps that staff sign in to: operators to the console, owners of merchants to the counter. */
export type App = 'console' | 'counter'
export type StaffRole = Role | 'owner'

/** What differs between the apps. A session, device, link or unlock of one opens nothing in the other. */
export const APPS = {
  console: {
    person: 'operator',
    scope: 'console',
    cookies: cookiesNamed('stampus_console'),
    link: { purpose: 'operator-link', path: '/console/password' },
    unlockLink: { purpose: 'operator-unlock-link', path: '/console/unlock' },
    mails: { link: 'operator-link', unlock: 'operator-unlock', reset: 'second-factor-reset' },
  },
  counter: {
    person: 'owner',
    scope: 'owner',
    cookies: cookiesNamed('stampus_owner'),
    link: { purpose: 'owner-link', path: '/counter/password' },
    unlockLink: { purpose: 'owner-unlock-link', path: '/counter/unlock' },
    mails: { link: 'owner-link', unlock: 'owner-unlock', reset: 'owner-second-factor-reset' },
  },
} as const

/** Cookies of a session, of the trusted device, of a sign-in that waits for its code, of an unlocked browser. */
function cookiesNamed(session: string) {
  return { session, device: `${session}_device`, pending: `${session}_pending`, unlock: `${session}_unlock` }
}

export const urlOf = (config: Pick<Config, 'WEB_URL' | 'CONSOLE_URL' | 'COUNTER_URL'>, app: App): string =>
  (app === 'console' ? config.CONSOLE_URL : config.COUNTER_URL) ?? config.WEB_URL

export const isSecondFactorRequired = ({ SECOND_FACTOR }: Pick<Config, 'SECOND_FACTOR'>, role: StaffRole): boolean =>
  role !== 'owner' && (SECOND_FACTOR === 'everyone' || (SECOND_FACTOR === 'managers' && role === 'manager'))

/** The role of an account that was found as that of an operator. */
export function operatorRole(role: StaffRole): Role {
  if (role === 'owner') throw new Error('An owner is no operator')
  return role
}
