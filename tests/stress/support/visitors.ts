import { setTimeout as pause } from 'node:timers/promises'
import { full } from '../profile.ts'

/** A path of the server, and the headers for it. */
type PageRequest = { path: string; headers?: Record<string, string> }

const PAGES: PageRequest[] = ['/', '/healthz', '/api/merchants', '/api/announcements'].map((path) => ({ path }))
const EVERY_MS = full ? 50 : 100
/** The bound is wide because the machine may be slow; docs/reliability.md has the figures. */
const TIMEOUT_MS = 30_000

type Visits = { made: number; p99: number; problems: string[] }

/** Visits pages until the work is done, each over a new connection. */
export async function visitWhile(url: string, work: Promise<unknown>, pages = PAGES): Promise<Visits> {
  const [times, problems]: [number[], string[]] = [[], []]
  let over = false
  work.finally(() => (over = true)).catch(() => {})
  while (!over) {
    const page = pages[times.length % pages.length] ?? { path: '/' }
    const begun = performance.now()
    const problem = await visit(url, page)
    if (problem) problems.push(`${page.path}: ${problem}`)
    times.push(performance.now() - begun)
    await pause(EVERY_MS)
  }
  return { made: times.length, p99: Math.round(percentile(times, 0.99)), problems }
}

async function visit(url: string, { path, headers }: PageRequest): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(url + path, { signal, headers: { ...headers, connection: 'close' } })
    await answer.arrayBuffer()
    return answer.ok ? undefined : String(answer.status)
  } catch (error) {
    return String(error)
  }
}

function percentile(times: number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? 0
}
