import { wireRequest } from '@stampus/contract/client'
import type { InputOf } from '@stampus/contract/endpoint'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server.browser'
import { matchRoutes, StaticRouter } from 'react-router'
import { Pages } from '../app/App.tsx'
import { type First, firstQuery } from '../app/firstQueries.ts'
import type { RouteName } from '../app/paths.ts'
import { know } from '../app/queries.tsx'
import { routes } from '../app/routes.tsx'
import { Outbox } from '../submissions/Outbox.tsx'

/** What everybody may see and most visits begin with. */
const rendered: RouteName[] = ['home', 'login', 'merchants', 'merchantSlug', 'deals']

/** Fetches the code of every page that is rendered. */
export async function prepare(): Promise<void> {
  const pages = routes.filter(({ name }) => rendered.includes(name)).map(({ page }) => page)
  await Promise.all(pages.map(async (page) => 'load' in page && (await page.load())))
}

/** What the page of an address asks the API first, empty where it asks nothing; undefined where it is not rendered. */
export function questionOf(path: string): string | undefined {
  const found = pageOf(path)
  return found && (found.first ? addressOf(found.first) : '')
}

/** The page of an address as a guest sees it first; `answer` is the JSON text of what it asks. */
export function render(path: string, answer: string): string {
  const first = pageOf(path)?.first
  if (first) know(first, JSON.parse(answer))
  // As main.tsx has it: the ids of fields are counted by the tree.
  return renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <Pages />
      </StaticRouter>
      <Outbox />
    </StrictMode>,
  )
}

function pageOf(path: string): { first: First | undefined } | undefined {
  const found = matchRoutes(routes, path)?.at(-1)
  if (!found || !rendered.includes(found.route.name)) return undefined
  return { first: firstQuery(found.route.name, { params: found.params, search: new URLSearchParams() }) }
}

function addressOf({ endpoint, input, list }: First): string {
  return `/api${wireRequest(endpoint, (list ? { ...input, page: 1 } : input) as InputOf<typeof endpoint>).path}`
}
