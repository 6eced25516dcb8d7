import { useSession } from '../app/session.ts'
import { unlessDenied } from '../app/unlessDenied.ts'

/**
 * Claims a waiting draft for the member who signs in, and ends one that is another's (D-03). At the start of the app old
 * drafts are deleted, signed in or not.
 */
export function claimDrafts(): void {
  if (unlessDenied(() => localStorage.getItem('drafts'))) claim()
  useSession.subscribe(({ user }, before) => {
    if (user && user.id !== before.user?.id) claim()
  })
}

function claim(): void {
  import('./draft.ts').then(({ ownDrafts }) => ownDrafts()).catch(() => undefined)
}
