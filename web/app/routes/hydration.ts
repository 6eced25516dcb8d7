import { NOT_FOUND_PATH } from '@stampus/contract/settings'
import { linkTo } from '../../shared/paths.ts'
import { useSession } from '../../shared/storage/session.ts'

/**
 * Whether the server has rendered this very page, or that there is none, for a guest, who is here, and all that it needs is at
 * hand to go on from it.
 */
export async function canHydrate({ dataset: { rendered } }: HTMLElement): Promise<boolean> {
  const isHere = rendered === NOT_FOUND_PATH || rendered === location.pathname + location.search
  if (!rendered || !isHere || useSession.getState().token) return false
  if (rendered === linkTo('home')) return true
  return import('./hydratePage.ts').then(({ hydratePage }) => hydratePage(rendered)).catch(() => false)
}
