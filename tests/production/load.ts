import { list } from '@stampus/contract/submissions'
import { bearerHeader, callApi } from '../support/browser/api.ts'
import { logInElsewhere, type Member, registerMember, submitReceipt } from '../support/browser/people.ts'
import type { ServerUnderTest } from '../support/browser/server-under-test.ts'

const PER_SECOND = 50
const UPLOADERS = 6
const PAGES = ['/', '/api/merchants', '/api/user', '/api/submissions', '/api/announcements']

/** Visitors of every kind, 50 requests a second, until `stop`; returns what failed and which receipts were accepted. */
export async function startLoad(server: ServerUnderTest) {
  const members = await Promise.all(Array.from({ length: UPLOADERS }, () => registerMember(server)))
  const outcome = { failed: [] as string[], acknowledged: [] as number[] }
  const visits: Promise<unknown>[] = []
  /** Of fifty requests one sends a receipt and one logs in; the rest read. */
  const visit = async (at: number) => {
    const member = members[Math.floor(at / 50) % members.length] as Member
    if (at % 50 === 10) await logInElsewhere(server, member)
    else if (at % 50 === 20) outcome.acknowledged.push((await submitReceipt(server, member)).id)
    else await read(server, PAGES[at % PAGES.length] ?? '/', member)
  }
  const timer = setInterval(() => {
    visits.push(visit(visits.length).catch((error) => outcome.failed.push(String(error))))
  }, 1000 / PER_SECOND)
  const stop = async () => {
    clearInterval(timer)
    await Promise.all(visits)
    return { ...outcome, sent: visits.length }
  }
  return { members, stop }
}

async function read({ url }: ServerUnderTest, path: string, { token }: Member): Promise<void> {
  const answer = await fetch(url + path, { headers: bearerHeader(token) })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`)
}

export const byNumber = (one: number, other: number) => one - other

/** The ids of these members' receipts on the server, in order. */
export async function listStoredReceipts(server: ServerUnderTest, members: Member[]): Promise<number[]> {
  const all = await Promise.all(members.map(({ token }) => listReceiptsOf(server, token)))
  return all.flat().sort(byNumber)
}

async function listReceiptsOf(server: ServerUnderTest, token: string, page = 1): Promise<number[]> {
  const { data, meta } = await callApi(server, list, { page: String(page) }, bearerHeader(token))
  const ids = data.map(({ id }) => id)
  return meta?.has_more ? [...ids, ...(await listReceiptsOf(server, token, page + 1))] : ids
}
