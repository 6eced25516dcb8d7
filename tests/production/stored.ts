import { list } from '@stampus/contract/submissions'
import { bearing, call } from '../support/browser/api.ts'
import type { Member } from '../support/browser/people.ts'
import type { ServerUnderTest } from '../support/browser/server-under-test.ts'

export const byNumber = (one: number, other: number) => one - other

/** The receipts of these members that the server knows, by their numbers. */
export async function keptBy(server: ServerUnderTest, members: Member[]): Promise<number[]> {
  const all = await Promise.all(members.map(({ token }) => keptOf(server, token)))
  return all.flat().sort(byNumber)
}

async function keptOf(server: ServerUnderTest, token: string, page = 1): Promise<number[]> {
  const { data, meta } = await call(server, list, { page: String(page) }, bearing(token))
  const ids = data.map(({ id }) => id)
  return meta?.has_more ? [...ids, ...(await keptOf(server, token, page + 1))] : ids
}
