import { list } from '@stampus/contract/submissions'
import { bearerHeader, callApi } from '../support/browser/api.ts'
import type { Member } from '../support/browser/people.ts'
import type { ServerUnderTest } from '../support/browser/server-under-test.ts'

export const byNumber = (one: number, other: number) => one - other

/** The receipts of these members that the server knows, by their numbers. */
export async function listStoredReceipts(server: ServerUnderTest, members: Member[]): Promise<number[]> {
  const all = await Promise.all(members.map(({ token }) => listReceiptsOf(server, token)))
  return all.flat().sort(byNumber)
}

async function listReceiptsOf(server: ServerUnderTest, token: string, page = 1): Promise<number[]> {
  const { data, meta } = await callApi(server, list, { page: String(page) }, bearerHeader(token))
  const ids = data.map(({ id }) => id)
  return meta?.has_more ? [...ids, ...(await listReceiptsOf(server, token, page + 1))] : ids
}
