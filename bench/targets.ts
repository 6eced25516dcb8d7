import { get } from './http-messages.ts'
import { type RequestFactory, sendOnce } from './load.ts'
import { bearerOf, fixedMember } from './seed-database.ts'

/** A kind of request. `goal` is the share of the baseline's throughput it should reach; `path` is the path there. */
export type Target = { name: string; goal?: number; path: string; status?: number; ask: RequestFactory }

/** The headers of the member whose number of receipts is the same in every database. */
const bearer = bearerOf(fixedMember)

export const publicList = '/api/merchants'

/** The requests of part 1. A query that no earlier request had cannot come from the cache. */
export async function listTargets(port: number): Promise<Target[]> {
  const [, etag = ''] = /etag: *(\S+)/i.exec((await sendOnce(port, get(publicList))).head) ?? []
  const known = { 'if-none-match': etag }
  return [
    { ...cached('public list from memory', publicList), goal: 0.5 },
    { ...cached('public list, known to the client', publicList, known), path: '/known', status: 304 },
    { ...uncached('public list, looked up', publicList, 'page=1'), goal: 0.06 },
    { ...uncached('search, looked up', publicList, 'search=kedai%20a'), goal: 0.06 },
    { ...cached('my receipts', '/api/submissions', bearer), goal: 0.06 },
    { ...cached('one receipt', `/api/submissions/${await ownReceipt(port)}`, bearer), goal: 0.13 },
  ]
}

export async function findTarget(port: number, name: string): Promise<Target> {
  const found = (await listTargets(port)).find((target) => target.name === name)
  if (!found) throw new Error(`There is no target ${name}`)
  return found
}

export async function ownReceipt(port: number): Promise<number> {
  const { body } = await sendOnce(port, get('/api/submissions', bearer))
  return JSON.parse(body.toString()).data[0].id
}

function cached(name: string, path: string, headers = {}): Target {
  const request = get(path, headers)
  return { name, path, ask: () => request }
}

let asked = 0
function uncached(name: string, path: string, query: string): Target {
  const ask = () => {
    asked += 1
    return get(`${path}?${query}&asked=${asked}`)
  }
  return { name, path: `${path}?${query}`, ask }
}
