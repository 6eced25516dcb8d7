import { hasMore, type Meta } from '@stampus/contract/fields'

/** What a public call answers a guest. */
export type PublicAnswer = { status: number; readBody: () => string; etag: string }
/** The call that answers a thing; with an `id`, the first page of the list that it stands in. */
export type Sought = { call: string; id?: string | undefined }
/** A longer list is not searched to its end; then the page answers 200 and the app says what is missing. */
const PAGES_AT_MOST = 20

type List = { data: { id: unknown }[]; meta?: Meta }

/** Whether the public calls say that there is no such thing. They are those that its page makes, so it finds their answers in memory. */
export async function isGone({ call, id }: Sought, ask: (call: string) => Promise<PublicAnswer>): Promise<boolean> {
  if (id === undefined) return [404, 422].includes((await ask(call)).status)
  for (let page = 1; page <= PAGES_AT_MOST; page += 1) {
    const { status, readBody } = await ask(call.replace(/\bpage=1\b/, `page=${page}`))
    if (status !== 200) return false
    const list: List = JSON.parse(readBody())
    if (list.data.some((row) => String(row.id) === id)) return false
    if (!hasMore(list)) return true
  }
  return false
}
