import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { demoMembers } from '../demo/content.ts'
import { findBrowser } from '../scripts/support/browser.ts'
import { run } from '../scripts/support/run.ts'
import { newFolder } from './databases.ts'
import { get, postJson } from './http-messages.ts'
import { sendOnce } from './load.ts'
import { type BaselineServer, type Running, startBaseline, startServer } from './servers.ts'
import { hundredths, type Line, quantile, type Section, whole } from './table.ts'

const ROUNDS = 5
const folder = join(import.meta.dirname, 'lighthouse')
const styles = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g

type Session = { token: string; user: object }
/** `most` is the highest LCP, as a multiple of the baseline's; `performance` the lowest score, without it 100. */
type Page = { what: string; path: string; most: number; performance?: number; session?: Session }
type Found = { lcp: number; cls: number; scores: number[] }

/** Part 6: pages on a phone simulated by Lighthouse, each in turns with a baseline page of the same content. */
export async function measurePages(): Promise<Section> {
  const settings = { DATA_DIR: await newFolder() }
  const [visits, server, baseline] = [await openVisits(), await startServer(settings), await startBaseline()]
  try {
    const session = await signedIn(server)
    const lines: Line[] = []
    for (const page of pages(session)) lines.push(await measured(page, { visits, server, baseline }))
    return {
      title: '6. Pages, Lighthouse on a simulated phone',
      columns: ['LCP, ms', 'bare, ms', 'ratio', 'CLS', 'performance, accessibility, best practices, SEO'],
      lines,
    }
  } finally {
    visits.disconnect()
    await Promise.all([server.stop(), baseline.stop()])
    await rm(settings.DATA_DIR, { recursive: true, force: true })
  }
}

const pages = (session: Session): Page[] => [
  { what: 'home', path: '/', most: 1.1 },
  { what: 'login', path: '/login', most: 1.1 },
  { what: 'merchants', path: '/app/merchants', most: 1.3 },
  { what: "a merchant's short address", path: '/merchants/boba-bukit', most: 1.3 },
  { what: 'deals', path: '/app/deals', most: 1.3 },
  { what: 'home, signed in', path: '/', most: 1.2, performance: 98, session },
]

type Environment = { visits: ChildProcess; server: Running; baseline: BaselineServer }

async function measured(
  { what, path, most, performance = 100, session }: Page,
  { visits, server, baseline }: Environment,
): Promise<Line> {
  const ours = `http://127.0.0.1:${server.port}${path}`
  const shown = session && String(await visit(visits, { url: ours, session, page: true }))
  await teachPage(baseline, server, path, shown)
  // Does not count: the first visits are slower, because the server, the browser and Lighthouse have to warm up.
  await visit(visits, { url: ours, session })
  const [found, bare]: [Found[], Found[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    found.push((await visit(visits, { url: ours, session })) as Found)
    bare.push((await visit(visits, { url: `http://127.0.0.1:${baseline.port}${path}` })) as Found)
  }
  const median = (pages: Found[], figure: (page: Found) => number) => quantile(pages.map(figure), 0.5)
  const [lcp, bareLcp] = [median(found, (page) => page.lcp), median(bare, (page) => page.lcp)]
  const cls = median(found, (page) => page.cls)
  const scores = [0, 1, 2, 3].map((at) => median(found, (page) => page.scores[at] ?? 0))
  const met = lcp <= most * bareLcp && cls === 0 && scores.every((score, at) => score >= (at === 0 ? performance : 100))
  const ratio = hundredths(lcp / bareLcp)
  const figures = [whole(lcp), whole(bareLcp), ratio, String(Number(cls.toFixed(3))), scores.join(', ')]
  return { what, figures, goal: `≤ ${most} ×, 0, ${performance === 100 ? '' : `${performance}, `}100`, met }
}

/** Gives a page to the baseline server, without scripts and data, and its pictures. */
async function teachPage(baseline: BaselineServer, server: Running, path: string, given?: string): Promise<void> {
  const sent = await sendOnce(server.port, get(path))
  const page = await withStyles(given ?? sent.body.toString(), server)
  const content = page
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>|<link rel="(modulepreload|manifest)"[^>]*>/g, '')
    .replaceAll(`http://127.0.0.1:${server.port}`, '')
  const body = brotliCompressSync(content)
  const lines = ['content-type: text/html; charset=utf-8', 'content-encoding: br', `content-length: ${body.length}`]
  await baseline.teach(path, { status: 200, head: ['HTTP/1.1 200 OK', ...lines].join('\r\n'), body })
  const shown = content.matchAll(/(?:<img\b[^>]*\bsrc|<link rel="(?:icon|apple-touch-icon)"[^>]*href)="(\/[^"]+)"/g)
  for (const [, address = ''] of shown) await baseline.teach(address, await sendOnce(server.port, get(address)))
}

async function withStyles(page: string, server: Running): Promise<string> {
  const sheets = await Promise.all(
    Array.from(page.matchAll(styles), async ([, address = '']) => (await sendOnce(server.port, get(address))).body),
  )
  return page.replaceAll(styles, '').replace('</head>', () => `<style>${sheets.join('\n')}</style></head>`)
}

async function signedIn({ port }: Running): Promise<Session> {
  const [member] = demoMembers
  const given = { email: member?.email, password: member?.password }
  const { body } = await sendOnce(port, postJson('/api/login', given))
  const { token, user }: Session = JSON.parse(body.toString())
  return { token, user, ...{ refreshToken: null, remember: true } }
}

/** Lighthouse is installed only when it is needed. */
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
  if (found.error) throw new Error(`${asked.url}: ${found.error}`)
  return found.page ?? found
}
