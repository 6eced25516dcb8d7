import { type RequestFactory, runLoad } from './load.ts'
import type { Running } from './servers.ts'

const CONNECTIONS = 8

/** The throughput of a list during other work, as a share of its throughput before and after, and the result of that work. */
export async function shareBeside<T>(
  { port }: Running,
  { ms, ask }: { ms: number; ask: RequestFactory },
  work: () => Promise<T>,
): Promise<{ share: number; done: T }> {
  const list = { port, ask, connections: CONNECTIONS }
  await runLoad(list, { ms })
  const before = await runLoad(list, { ms })
  const ended = new AbortController()
  const working = work().finally(() => ended.abort())
  const beside = await runLoad(list, { signal: ended.signal })
  const done = await working
  const after = await runLoad(list, { ms })
  return { share: (2 * beside.perSecond) / (before.perSecond + after.perSecond), done }
}
