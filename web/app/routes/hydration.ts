import { NOT_FOUND_PATH } from '@stampus/contract/settings'
import { withoutLanguage } from '../../shared/language.ts'
import { linkTo } from '../../shared/paths.ts'
import { useSession } from '../../shared/storage/session.ts'

/**
 * Whether React can hydrate the page: the server rendered this address for a guest, no member is signed in, and the
 * page's code and data are loaded.
 */
export async function canHydrate({ dataset: { rendered } }: HTMLElement): Promise<boolean> {
  const isThisPage = rendered === NOT_FOUND_PATH || rendered === location.pathname + withoutLanguage(location.search)
  if (!rendered || !isThisPage || useSession.getState().token) return false
  if (rendered === linkTo('home')) return true
  return import('./hydratePage.ts').then(({ hydratePage }) => hydratePage(rendered)).catch(() => false)
}
