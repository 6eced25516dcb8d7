import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { demoMembers } from '../demo/people.ts'
import { findBrowser } from '../scripts/support/browser.ts'
import { run } from '../scripts/support/run.ts'
import { newFolder } from './databases.ts'
import { askOnce } from './load.ts'
import { get } from './requests.ts'
import { type Bare, type Running, startBare, startServer } from './servers.ts'
import { hundredths, type Line, type Section, whole } from './table.ts'

const ROUNDS = 3
const folder = join(import.meta.dirname, 'lighthouse')
const styles = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g

type Session = { token: string; user: object }
type Page = { what: string; path: string; most: number; session?: Session }
type Found = { lcp: number; cls: number; scores: number[] }

/** Part 6: pages on a phone as Lighthouse simulates it, each beside a bare page of the same content, in turns. */
export async function measurePages(): Promise<Section> {
  const settings = { DATA_DIR: await newFolder() }
  const [visits, server, bare] = [await openVisits(), await startServer(settings), await startBare()]
  try {
    const session = await signedIn(server)
    const lines: Line[] = []
    for (const page of pages(session)) lines.push(await measured(page, { visits, server, bare }))
    return {
      title: '6. Pages, Lighthouse on a simulated phone',
      columns: ['LCP, ms', 'bare, ms', 'ratio', 'CLS', 'performance, accessibility, best practices, SEO'],
      lines,
    }
  } finally {
    visits.disconnect()
    await Promise.all([server.stop(), bare.stop()])
    await rm(settings.DATA_DIR, { recursive: true, force: true })
  }
}

function pages(session: Session): Page[] {
  return [
    { what: 'home', path: '/', most: 1.1 },
    { what: 'login', path: '/login', most: 1.1 },
    { what: 'merchants', path: '/app/merchants', most: 1.3 },
    { what: "a merchant's short address", path: '/merchants/boba-bukit', most: 1.3 },
    { what: 'deals', path: '/app/deals', most: 1.3 },
    { what: 'home, signed in', path: '/', most: 1.3, session },
  ]
}

type Houses = { visits: ChildProcess; server: Running; bare: Bare }

async function measured({ what, path, most, session }: Page, { visits, server, bare }: Houses): Promise<Line> {
  const ours = `http://127.0.0.1:${server.port}${path}`
  await teach(bare, server, path, session ? String(await visit(visits, { url: ours, session, page: true })) : undefined)
  const found: { ours: Found[]; bare: Found[] } = { ours: [], bare: [] }
  for (let round = 0; round < ROUNDS; round++) {
    found.ours.push((await visit(visits, { url: ours, session })) as Found)
    found.bare.push((await visit(visits, { url: `http://127.0.0.1:${bare.port}${path}` })) as Found)
  }
  const [lcp, bareLcp, cls] = [median(found.ours, 'lcp'), median(found.bare, 'lcp'), median(found.ours, 'cls')]
  const scores = [0, 1, 2, 3].map((at) => middle(found.ours.map(({ scores }) => scores[at] ?? 0)))
  const met = lcp <= most * bareLcp && cls === 0 && scores.every((score) => score === 100)
  const figures = [
    whole(lcp),
    whole(bareLcp),
    hundredths(lcp / bareLcp),
    String(Number(cls.toFixed(3))),
    scores.join(', '),
  ]
  return { what, figures, goal: `≤ ${most} ×, 0, 100`, met }
}

/** Hands the bare server a page, as it is sent or as it is given, without its scripts and data, and the pictures that it shows. */
async function teach(bare: Bare, server: Running, path: string, given?: string): Promise<void> {
  const sent = await askOnce(server.port, get(path))
  const page = await withStyles(given ?? sent.body.toString(), server)
  const content = page
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>|<link rel="(modulepreload|manifest)"[^>]*>/g, '')
    .replaceAll(`http://127.0.0.1:${server.port}`, '')
  const body = brotliCompressSync(content)
  const lines = ['content-type: text/html; charset=utf-8', 'content-encoding: br', `content-length: ${body.length}`]
  await bare.learn(path, { status: 200, head: ['HTTP/1.1 200 OK', ...lines].join('\r\n'), body })
  const shown = content.matchAll(/(?:<img\b[^>]*\bsrc|<link rel="(?:icon|apple-touch-icon)"[^>]*href)="(\/[^"]+)"/g)
  for (const [, address = ''] of shown) await bare.learn(address, await askOnce(server.port, get(address)))
}

/** Of a page whose styles are a file, too. */
async function withStyles(page: string, server: Running): Promise<string> {
  const sheets = await Promise.all(
    Array.from(page.matchAll(styles), async ([, address = '']) => (await askOnce(server.port, get(address))).body),
  )
  return page.replaceAll(styles, '').replace('</head>', () => `<style>${sheets.join('\n')}</style></head>`)
}

async function signedIn({ port }: Running): Promise<Session> {
  const [member] = demoMembers
  const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: member?.email, password: member?.password }),
  })
  const { token, user } = (await answer.json()) as Session
  return { token, user, ...{ refreshToken: null, remember: true } }
}

/** Lighthouse is kept out of what everybody installs. */
async function openVisits(): Promise<ChildProcess> {
  const browser = await findBrowser()
  if (!browser) throw new Error('There is no Chromium to visit pages with.')
  if (!existsSync(join(folder, 'node_modules'))) {
    const { code, output } = await run('npm', ['ci', '--ignore-scripts', '--prefix', folder], { quiet: true })
    if (code !== 0) throw new Error(`${output}\nLighthouse could not be installed.`)
  }
  return fork(join(folder, 'visits.mjs'), [browser])
}

type Visit = { url: string; session?: Session | undefined; page?: boolean }

async function visit(visits: ChildProcess, asked: Visit): Promise<Found | string> {
  visits.send(asked)
  const [found] = await once(visits, 'message')
  if (found.fault) throw new Error(`${asked.url}: ${found.fault}`)
  return found.page ?? found
}

const median = (found: Found[], name: 'lcp' | 'cls') => middle(found.map((one) => one[name]))
const middle = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
