import { PAGE_ANSWER_ID } from '@stampus/contract/settings'
import { matchRoutes } from 'react-router'
import { seedQuery } from '../../shared/api/queries.tsx'
import { firstQuery } from './firstQueries.ts'
import { routes } from './routes.tsx'

/** Loads the code of a server-rendered page and puts the answer it was rendered from into the query cache. */
export async function hydratePage(path: string): Promise<boolean> {
  const found = matchRoutes(routes, path)?.at(-1)
  if (!found) return false
  const { page, name } = found.route
  if ('load' in page) await page.load()
  const first = firstQuery(name, { params: found.params, search: new URLSearchParams() })
  if (first) seedQuery(first, JSON.parse(document.getElementById(PAGE_ANSWER_ID)?.textContent ?? ''))
  return true
}
