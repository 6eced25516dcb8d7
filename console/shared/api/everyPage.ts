import { hasMore, type Meta } from '@stampus/contract/fields'
import { reportSignedOut } from './queries.ts'

const PAGES = 20

type FetchPage<Row> = (page: number) => Promise<{ data: Row[]; meta?: Meta | undefined }>

/** The rows of every page of a list, at most 20 pages. */
export async function fetchEveryPage<Row>(fetchPage: FetchPage<Row>, page = 1): Promise<Row[]> {
  try {
    const found = await fetchPage(page)
    if (!hasMore(found) || page === PAGES) return found.data
    return [...found.data, ...(await fetchEveryPage(fetchPage, page + 1))]
  } catch (error) {
    reportSignedOut(error)
    throw error
  }
}
