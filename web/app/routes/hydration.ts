import { NOT_FOUND_PATH, PAGE_ANSWER_ID } from '@stampus/contract/settings'
import { matchRoutes } from 'react-router'
import { withoutLanguage } from '../../shared/language.ts'
import { linkTo } from '../../shared/paths.ts'
import { pause } from '../../shared/pause.ts'
import { useSession } from '../../shared/storage/session.ts'
import { routes } from './routes.tsx'

/** After this time a member's home is rendered without the parts that have not loaded, because all others wait for them. */
const HOME_LOAD_MS = 8000

/** Whether the server rendered this page for a guest who is still one. Loads its code and data, for members' home too. */
export async function canHydrate({ dataset: { rendered } }: HTMLElement): Promise<boolean> {
  await pause()
  const isMember = Boolean(useSession.getState().token)
  if (rendered === 'member') await Promise.race([loadPage(linkTo('home')).catch(() => false), pause(HOME_LOAD_MS)])
  const isThisPage = rendered === NOT_FOUND_PATH || rendered === location.pathname + withoutLanguage(location.search)
  return Boolean(rendered) && isThisPage && !isMember && loadPage(rendered).catch(() => false)
}

async function loadPage(path: string): Promise<boolean> {
  const found = matchRoutes(routes, path)?.at(-1)
  if (!found) return false
  const { page, name } = found.route
  const answer = document.getElementById(PAGE_ANSWER_ID)?.textContent
  // Pages without a query need neither the query cache nor the API's contract.
  const seed = async (given: string) =>
    (await import('./pageAnswers.ts')).seedPageAnswer(name, found.params, JSON.parse(given))
  await Promise.all(['load' in page && page.load(), answer && seed(answer)])
  return true
}
