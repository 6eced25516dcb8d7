import { NOT_FOUND_PATH, PAGE_ANSWER_ID } from '@stampus/contract/settings'
import { matchRoutes, type Params } from 'react-router'
import * as words from '#words'
import { withoutLanguage } from '../../shared/language.ts'
import { linkTo, type RouteName } from '../../shared/paths.ts'
import { useSession } from '../../shared/storage/session.ts'
import { routes } from './routes.tsx'

/** After this time a member's home is rendered without its deals, because the member's own parts wait for it. */
const HOME_LOAD_MS = 8000

/**
 * Whether React can hydrate the page: the server rendered this address for a guest, no member is signed in, and the
 * page's code and data are loaded. They are loaded for the home page of members, too, so that its deals stay on screen
 * when React renders it.
 */
export async function canHydrate({ dataset: { rendered } }: HTMLElement): Promise<boolean> {
  await pause()
  const isMember = Boolean(useSession.getState().token)
  if (rendered === 'member') await Promise.race([loadPage(linkTo('home')).catch(() => false), pause(HOME_LOAD_MS)])
  const isThisPage = rendered === NOT_FOUND_PATH || rendered === location.pathname + withoutLanguage(location.search)
  return Boolean(rendered) && isThisPage && !isMember && loadPage(rendered).catch(() => false)
}

/** Loads the code of a server-rendered page and puts the answer it was rendered from into the query cache. */
async function loadPage(path: string): Promise<boolean> {
  const found = matchRoutes(routes, path)?.at(-1)
  if (!found) return false
  const { page, name } = found.route
  const answer = document.getElementById(PAGE_ANSWER_ID)?.textContent
  await Promise.all([
    'load' in page && page.load(),
    answer && prepareFormats(),
    answer && seedAnswer(name, found.params, JSON.parse(answer)),
  ])
  return true
}

/**
 * Formats a number. The first date or number takes a browser far longer than the others, and React would have to wait
 * for it while it renders the answer.
 */
async function prepareFormats(): Promise<void> {
  await pause()
  new Intl.NumberFormat(words.locale).format(0)
}

/** Even with 0 ms, the browser can respond to touches before the work continues. */
const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms))

/** Pages without a query need neither the query cache nor the API's contract. */
async function seedAnswer(name: RouteName, params: Params, answer: unknown): Promise<void> {
  const [{ seedQuery }, { firstQuery }] = await Promise.all([
    import('../../shared/api/queries.tsx'),
    import('./firstQueries.ts'),
  ])
  const first = firstQuery(name, { params, search: new URLSearchParams() })
  if (first) seedQuery(first, answer, mayBeOldPage())
}

/** Whether someone went back to the page: then browsers take it from their cache, however old it is. */
function mayBeOldPage(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
}
