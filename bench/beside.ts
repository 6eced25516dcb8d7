import { type Asking, drive } from './load.ts'
import type { Running } from './servers.ts'

const CONNECTIONS = 8

/** What share of its rate before and after, once warm, a list keeps while other work is done, and what that work came to. */
export async function shareBeside<T>(
  { port }: Running,
  { ms, ask }: { ms: number; ask: Asking },
  work: () => Promise<T>,
): Promise<{ share: number; done: T }> {
  const list = { port, ask, connections: CONNECTIONS }
  await drive(list, { ms })
  const before = await drive(list, { ms })
  const ended = new AbortController()
  const working = work().finally(() => ended.abort())
  const beside = await drive(list, { signal: ended.signal })
  const done = await working
  const after = await drive(list, { ms })
  return { share: (2 * beside.perSecond) / (before.perSecond + after.perSecond), done }
}
