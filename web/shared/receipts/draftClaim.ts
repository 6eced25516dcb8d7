import { useSession } from '../storage/session.ts'

/** When a member signs in, assigns a guest's drafts to them and deletes those of other members. */
export function claimDraftsAtSignIn(): void {
  useSession.subscribe(({ user }, before) => {
    if (user && user.id !== before.user?.id) void claim().catch(() => undefined)
  })
}

async function claim(): Promise<void> {
  const { readOwnDrafts } = await import('./draft.ts')
  readOwnDrafts()
}
