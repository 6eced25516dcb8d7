import { BASE as CONSOLE, paths as consolePaths, PASSWORD_PATH, UNLOCK_PATH } from '../../console/app/paths.ts'
import { BASE as COUNTER, paths as counterPaths } from '../../counter/shared/paths.ts'
import { paths as appPaths } from '../../web/shared/paths.ts'
import type { Visitor } from './visitors.ts'

const FORGED = '?id=1&hash=abc&expires=4000000000&signature=forged'
const now = new Date()
const lastMonth = new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 15)).toISOString().slice(0, 7)

/** What the demo has at the addresses of its pages, unless a page names something else. */
const examples: Record<string, string> = { id: '1', merchantId: '1', slug: 'boba-bukit', month: lastMonth }
const others: Record<string, string> = {
  voucher: '/app/vouchers/18',
  contact: '/app/contact',
  'verify-email': `/email/verification${FORGED}`,
  'reset-password': `/password/reset${FORGED}`,
  'keep-email': `/email/keep${FORGED}`,
  unlock: `/browser/unlock${FORGED}`,
  'not-found': '/nowhere',
  'console-open-at-desk': '/console/review/26',
  'console-owner': '/console/owners/3',
  'console-statement': `/console/settlement/9/${lastMonth}`,
  'console-password': PASSWORD_PATH + FORGED,
  'console-unlock': UNLOCK_PATH + FORGED,
  'counter-enrol': '/counter/enrol#abc',
  'counter-password': `/counter/password${FORGED}`,
  'counter-unlock': `/counter/unlock${FORGED}`,
}

/** The pages of all apps, as their routers know them, with who opens them: the first of these who may. */
export const routes: { name: string; path: string; visitors: Visitor[] }[] = [
  ...routesOf('', '', { ...appPaths, case: '/app/contact/1' }, ['member', 'guest']),
  ...routesOf('console-', CONSOLE, { ...consolePaths, password: '', unlock: '' }, ['manager']),
  // The demo's owner holds the ninth merchant.
  ...routesOf('counter-', COUNTER, { ...counterPaths, notFound: '/nowhere' }, ['counter'], { ...examples, id: '9' }),
]

function routesOf(prefix: string, base: string, paths: object, visitors: Visitor[], given = examples) {
  return Object.entries(paths).map(([key, pattern]: [string, string]) => {
    const name = prefix + key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const path = base + pattern.replace(/:(\w+)/g, (_, parameter) => given[parameter] ?? `no-${parameter}`)
    return { name, path: others[name] ?? path, visitors }
  })
}
