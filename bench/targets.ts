import { fingerprintAppKey, fixedMember } from './filling.ts'
import { type Asking, askOnce } from './load.ts'
import { get } from './requests.ts'

/** One kind of request, and what share of a bare server's rate it is to reach, if any; the bare one is asked for `path`. */
export type Target = { name: string; goal?: number; path: string; status?: number; ask: Asking }

/** The headers of the member whose number of receipts is the same in every database. */
const bearer = { authorization: `Bearer ${fingerprintAppKey(fixedMember)}` }

export const publicList = '/api/merchants'

/** What part 1 asks for. What nobody has asked for in these very words cannot come from memory. */
export async function targetsOn(port: number): Promise<Target[]> {
  const [, etag = ''] = /etag: *(\S+)/i.exec((await askOnce(port, get(publicList))).head) ?? []
  return [
    { ...always('public list from memory', publicList), goal: 0.5 },
    {
      ...always('public list, known to the client', publicList, { 'if-none-match': etag }),
      path: '/known',
      status: 304,
    },
    { ...never('public list, looked up', publicList, 'page=1'), goal: 0.06 },
    { ...never('search, looked up', publicList, 'search=kedai%20a'), goal: 0.06 },
    { ...always('my receipts', '/api/submissions', bearer), goal: 0.06 },
    { ...always('one receipt', `/api/submissions/${await ownReceipt(port)}`, bearer), goal: 0.13 },
  ]
}

/** The one of that name. */
export async function targetNamed(port: number, name: string): Promise<Target> {
  const found = (await targetsOn(port)).find((target) => target.name === name)
  if (!found) throw new Error(`Nothing that is asked for is called ${name}`)
  return found
}

/** The newest receipt of the bearer. */
export async function ownReceipt(port: number): Promise<number> {
  const { body } = await askOnce(port, get('/api/submissions', bearer))
  return JSON.parse(body.toString()).data[0].id
}

function always(name: string, path: string, headers = {}): Target {
  const request = get(path, headers)
  return { name, path, ask: () => request }
}

let asked = 0
function never(name: string, path: string, query: string): Target {
  const ask = () => {
    asked += 1
    return get(`${path}?${query}&asked=${asked}`)
  }
  return { name, path: `${path}?${query}`, ask }
}
