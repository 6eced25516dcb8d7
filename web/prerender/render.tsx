import { buildRequest } from '@stampus/contract/client'
import type { InputOf } from '@stampus/contract/endpoint'
import { NOT_FOUND_PATH } from '@stampus/contract/settings'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server.browser'
import { matchRoutes, StaticRouter } from 'react-router'
import { Pages } from '../app/App.tsx'
import { firstQuery } from '../app/routes/firstQueries.ts'
import { routes } from '../app/routes/routes.tsx'
import { normalizePath } from '../app/routes/urls.ts'
import { Outbox } from '../features/submissions/Outbox.tsx'
import type { FirstQuery } from '../shared/api/endless.ts'
import { know } from '../shared/api/queries.tsx'
import type { RouteName } from '../shared/paths.ts'
import { useSession } from '../shared/storage/session.ts'

/** What the build writes in: the scripts that each part is made of, beside those that every page starts with. */
declare const PARTS: Record<string, string[]>

/** What everybody may see and most visits begin with, and the file of each where it is a part of its own. */
const rendered: Partial<Record<RouteName, string>> = {
  home: '',
  login: 'LoginPage',
  merchants: 'MerchantsPage',
  merchantSlug: 'MerchantSlugPage',
  deals: 'DealsPage',
  notFound: 'NotFoundPage',
}

/** Whether the surroundings have a session: a member is shown the frame of the first page, for nobody knows here who it is. */
const isMember = useSession.getState().user !== null

/** Fetches the code of every page that is rendered. */
export async function prepare(): Promise<void> {
  const pages = routes.filter(({ name }) => name in rendered).map(({ page }) => page)
  await Promise.all(pages.map(async (page) => 'load' in page && (await page.load())))
}

/** What the page of an address asks the API first, empty where it asks nothing; undefined where it is not rendered. */
export function questionOf(path: string): string | undefined {
  const found = pageOf(path)
  return found && (found.first ? addressOf(found.first) : '')
}

/** The pages that are about one thing which everybody may ask for. */
const aboutOne: RouteName[] = ['merchant', 'merchantSlug', 'newSubmission', 'deal', 'announcement']

/**
 * The call that answers the thing of which the page of an address is; where only a list has it, the list's first page and, in a second
 * line, the thing's id. Empty for all other pages.
 */
export function thingOf(path: string): string {
  const found = matchRoutes(routes, normalizePath(path))?.at(-1)
  if (!found || !aboutOne.includes(found.route.name)) return ''
  const { route, params } = found
  const first = firstQuery(route.name, { params, search: new URLSearchParams() })
  if (!first) return ''
  return first.list ? `${addressOf(first)}\n${params.id}` : addressOf(first)
}

/** The addresses of the scripts that a page goes on with, in a row. */
export function scriptsOf(path: string): string {
  const part = rendered[pageOf(path)?.name ?? 'home']
  const parts = part ? ['hydratePage', 'queries', part] : []
  return [...new Set(parts.flatMap((name) => PARTS[name] ?? []))].join(' ')
}

/** The page of an address as a guest sees it first; `answer` is the JSON text of what it asks. */
export function render(path: string, answer: string): string {
  const first = pageOf(path)?.first
  if (first) know(first, JSON.parse(answer))
  // As main.tsx has it: the ids of fields are counted by the tree.
  const html = renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <Pages />
      </StaticRouter>
      <Outbox />
    </StrictMode>,
  )
  // What throws within a boundary is not thrown here; a member's own parts are left for the browser.
  if (isMember ? !html.includes('<h1') : html.includes('<!--$!-->'))
    throw new Error(`A part of ${path} could not be rendered.`)
  return html
}

function pageOf(path: string): { name: RouteName; first: FirstQuery | undefined } | undefined {
  const found = matchRoutes(routes, path)?.at(-1)
  if (!found || !(found.route.name in rendered) || (isMember && found.route.name !== 'home')) return undefined
  const { route, params } = found
  if (route.name === 'notFound' && path !== NOT_FOUND_PATH) return undefined
  return { name: route.name, first: firstQuery(route.name, { params, search: new URLSearchParams() }) }
}

function addressOf({ endpoint, input, list }: FirstQuery): string {
  return `/api${buildRequest(endpoint, (list ? { ...input, page: 1 } : input) as InputOf<typeof endpoint>).path}`
}
