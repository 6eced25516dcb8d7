import { expect, test } from 'vitest'
import { circlesIn, code, imports, importsOf, isTest, read, workspaceOf } from './tree.ts'

/** What a workspace may import of ours, and of packages where that is limited. */
const workspaces: Record<string, string[]> = {
  contract: ['contract'],
  ui: ['ui'],
  web: ['web', 'ui', 'contract'],
  console: ['console', 'ui', 'contract'],
  counter: ['counter', 'ui', 'contract'],
  server: ['server', 'contract'],
  demo: ['demo', 'server', 'contract'],
  tests: ['tests', 'contract', 'server', 'demo'],
  scripts: ['scripts', 'server', 'contract', 'tests', 'vitest.config.ts'],
  bench: ['bench', 'contract', 'server', 'demo', 'scripts', 'tests'],
}
const packages: Record<string, RegExp> = { contract: /^zod/, ui: /^(react|react-dom|lucide-react|qrcode.react)(\/|$)/ }

/** The domains of the server, and which others each may import. */
const domains: Record<string, string[]> = {
  accounts: ['conflicts-of-interest'],
  merchants: ['conflicts-of-interest'],
  wallet: ['staff'],
  announcements: [],
  staff: ['conflicts-of-interest'],
  counters: ['staff'],
  'conflicts-of-interest': [],
  'failed-mail': [],
  'receipt-ocr': [],
  overview: ['review', 'submissions'],
  deals: ['merchants'],
  doctor: ['accounts', 'failed-mail', 'privacy', 'settlement', 'wallet'],
  links: [],
  contact: ['accounts'],
  submissions: ['receipt-ocr', 'conflicts-of-interest'],
  privacy: ['accounts', 'submissions', 'review', 'rewards', 'wallet', 'contact'],
  rewards: ['accounts', 'counters', 'merchants', 'wallet', 'staff', 'conflicts-of-interest'],
  settlement: ['staff', 'conflicts-of-interest', 'rewards', 'wallet'],
  review: ['submissions', 'receipt-ocr', 'wallet', 'rewards', 'accounts', 'staff', 'conflicts-of-interest'],
}
/** Puts the server together, so it sees every domain. */
const assembly = [
  'server/startup.ts',
  'server/app.ts',
  'server/serve.ts',
  'server/register-jobs.ts',
  'server/deps.ts',
  'server/rehearsal.ts',
  'server/upgrade.ts',
  'server/after-restore.ts',
]
/** The demo content is made when a server starts for the first time. */
const startsDemo = ['server/serve.ts', 'server/shutdown.ts', 'server/startup-message.ts']

const shipped = code.filter((file) => !isTest(file))
const isIn = (folder: string) => (file: string) => file.startsWith(`${folder}/`)
const domainOf = (file: string) => /^server\/domains\/([\w-]+)\//.exec(file)?.[1]
const featureOf = (file: string) => /^\w+\/features\/([\w-]+)\//.exec(file)?.[1]

test('workspaces import each other one way', () => {
  const wrong = imports(code).filter(({ from, to }) => {
    const [source, target] = [workspaceOf(from), workspaceOf(to)]
    if (!(source in workspaces) || !(target in workspaces) || workspaces[source]?.includes(target)) return false
    const isTestSupport = target === 'tests' && isTest(from)
    // Pictures are taken of every route of the apps, in both languages, so the crawl reads their paths and words.
    const isOfScreens =
      from.startsWith('tests/screens/') && /^(web|counter|console)\/(shared|app)\/(words\/|paths)/.test(to)
    return !isTestSupport && !isOfScreens && !(target === 'demo' && (startsDemo.includes(from) || isTest(from)))
  })
  expect(wrong).toEqual([])
})

test('contract imports only zod, ui only React, its icons and QR codes, except what builds use', () => {
  const wrong = imports(shipped.filter((file) => !isIn('ui/build')(file))).filter(({ from, to }) => {
    const allowed = packages[workspaceOf(from)]
    return allowed !== undefined && workspaceOf(to) !== workspaceOf(from) && !allowed.test(to)
  })
  expect(wrong).toEqual([])
})

test('a domain of the server imports only the domains it may', () => {
  const wrong = imports(shipped.filter((file) => domainOf(file) !== undefined)).filter(({ from, to }) => {
    const [own, other] = [domainOf(from) ?? '', domainOf(to)]
    return other !== undefined && other !== own && !domains[own]?.includes(other)
  })
  expect(wrong).toEqual([])
  const found = new Set(shipped.map(domainOf).filter((name) => name !== undefined))
  expect([...found].sort()).toEqual(Object.keys(domains).sort())
})

test('docs/architecture.md lists which domains import which', () => {
  const lines = read('docs/architecture.md').matchAll(/^([a-z, -]+) -> ([a-z, -]+)$/gm)
  const listed = [...lines].flatMap(([, from = '', to = '']) =>
    from.split(', ').map((name) => [name, new Set(to.split(', '))] as const),
  )
  const allowed = Object.entries(domains).filter(([, others]) => others.length > 0)
  expect(new Map(listed)).toEqual(new Map(allowed.map(([name, others]) => [name, new Set(others)])))
})

test('the platform knows no domain, nor what puts the server together', () => {
  const platform = shipped.filter((file) => file.startsWith('server/') && !domainOf(file) && !assembly.includes(file))
  expect(imports(platform).filter(({ to }) => domainOf(to) !== undefined)).toEqual([])
  expect(imports(platform.filter(isIn('server/platform'))).filter(({ to }) => assembly.includes(to))).toEqual([])
})

test('below platform/http no part of the platform throws HTTP errors', () => {
  const platform = shipped.filter((file) => isIn('server/platform')(file) && !isIn('server/platform/http')(file))
  const services = platform.filter((file) => !/\.(routes|service)\.ts$/.test(file))
  expect(imports(services).filter(({ to }) => to === 'server/platform/http/http-error.ts')).toEqual([])
})

test('shared code of an app imports neither its features nor its shell, features no shell and no other feature', () => {
  const wrong = imports(shipped).filter(({ from, to }) => {
    const app = workspaceOf(from)
    if (!['web', 'console', 'counter'].includes(app)) return false
    if (isIn(`${app}/shared`)(from)) return isIn(`${app}/features`)(to) || isIn(`${app}/app`)(to)
    if (!isIn(`${app}/features`)(from)) return false
    return isIn(`${app}/app`)(to) || (featureOf(to) !== undefined && featureOf(to) !== featureOf(from))
  })
  expect(wrong).toEqual([])
})

test('no files import each other in a circle, types included', () => {
  expect(circlesIn(new Map(code.map((file) => [file, importsOf(file)])))).toEqual([])
})

/** A room: a folder of a domain or a feature, or a file of its own folder. */
const roomOf = (file: string) => /^(?:server\/domains|\w+\/features)\/[\w-]+\/[^/]+/.exec(file)?.[0]

/** Imports that still close a circle of rooms. The list may only become shorter. */
const knownCircles = [
  'server/domains/receipt-ocr/facts → server/domains/receipt-ocr/paper',
  'web/features/accounts/avatar → web/features/accounts/profile',
]

test('the rooms of a domain or a feature import each other one way', () => {
  const rooms = new Map<string, string[]>()
  const found = new Set<string>()
  for (const { from, to } of imports(shipped)) {
    const [room, other] = [roomOf(from), roomOf(to)]
    if (!room || !other || room === other) continue
    const arrow = `${room} → ${other}`
    found.add(arrow)
    if (!knownCircles.includes(arrow)) rooms.set(room, [...(rooms.get(room) ?? []), other])
  }
  expect(circlesIn(rooms)).toEqual([])
  expect(knownCircles.filter((arrow) => !found.has(arrow))).toEqual([])
})

test('the search for circles finds one, and none where arrows meet', () => {
  const inCircle = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ])
  const meeting = new Map([
    ['a', ['b', 'c']],
    ['b', ['c']],
    ['c', []],
  ])
  expect([circlesIn(inCircle), circlesIn(meeting)]).toEqual([[['b', 'c', 'b']], []])
})
