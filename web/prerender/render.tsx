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
import { seedQuery } from '../shared/api/queries.tsx'
import type { RouteName } from '../shared/paths.ts'
import { useSession } from '../shared/storage/session.ts'

/** Set by the build: the scripts of each part by the name of its file, without those that every page loads. */
declare const PARTS: Record<string, string[]>

/** With a member's session only a frame of home is rendered: the server does not know which member it is. */
const isMember = useSession.getState().user !== null

/** The pages that the server renders, with the files of the chunks that each page's `load` loads. */
const rendered: Partial<Record<RouteName, string[]>> = {
  home: isMember ? ['DealCovers', 'MemberCard', 'RecentActivity'] : ['DealCovers'],
  login: ['LoginPage'],
  merchants: ['MerchantsPage'],
  merchantSlug: ['SubmitPage'],
  deals: ['DealPages'],
  notFound: ['NotFoundPage'],
}

export async function prepare(): Promise<void> {
  const pages = routes.filter(({ name }) => name in rendered).map(({ page }) => page)
  await Promise.all(pages.map(async (page) => 'load' in page && (await page.load())))
}

/** The path of a page's first request, empty if it has none. Undefined if the server does not render the page. */
export function findFirstCall(path: string): string | undefined {
  const found = pageOf(path)
  return found && (found.first ? addressOf(found.first) : '')
}

const itemPages: RouteName[] = ['merchant', 'merchantSlug', 'newSubmission', 'deal', 'reward', 'announcement']

/**
 * The API call that finds the item of a page. If only a list contains it: the first page of the list and, on a second
 * line, the item's id. Empty for all other pages.
 */
export function findSubject(path: string): string {
  const found = matchRoutes(routes, normalizePath(path))?.at(-1)
  if (!found || !itemPages.includes(found.route.name)) return ''
  const { route, params } = found
  const first = firstQuery(route.name, { params, search: new URLSearchParams() })
  if (!first) return ''
  return first.list ? `${addressOf(first)}\n${params.id}` : addressOf(first)
}

export function scriptsOf(path: string): string {
  const page = pageOf(path)
  const parts = [...(rendered[page?.name ?? 'home'] ?? []), ...(page?.first ? ['pageAnswers'] : [])]
  return [...new Set(parts.flatMap(scriptsOfPart))].join(' ')
}

function scriptsOfPart(name: string): string[] {
  const scripts = PARTS[name]
  if (!scripts) throw new Error(`There is no chunk with the name ${name}.`)
  return scripts
}

export function render(path: string, answer: string): string {
  const first = pageOf(path)?.first
  if (first) seedQuery(first, JSON.parse(answer))
  // Same tree as in main.tsx, because React derives field ids from it.
  const html = renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <Pages />
      </StaticRouter>
      <Outbox />
    </StrictMode>,
  )
  // Errors inside an error boundary do not throw here. Of a member's own parts there are only placeholders.
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
