import { drive } from './load.ts'
import { get } from './requests.ts'
import type { Running } from './servers.ts'
import { publicList } from './targets.ts'

const CONNECTIONS = 8

/** What share of its rate before and after, once warm, the public list keeps while other work is done, and what that work came to. */
export async function shareBeside<T>(
  { port }: Running,
  ms: number,
  work: () => Promise<T>,
): Promise<{ share: number; done: T }> {
  const request = get(publicList)
  const list = { port, ask: () => request, connections: CONNECTIONS }
  await drive(list, { ms })
  const before = await drive(list, { ms })
  const ended = new AbortController()
  const working = work().finally(() => ended.abort())
  const beside = await drive(list, { signal: ended.signal })
  const done = await working
  const after = await drive(list, { ms })
  return { share: (2 * beside.perSecond) / (before.perSecond + after.perSecond), done }
}
