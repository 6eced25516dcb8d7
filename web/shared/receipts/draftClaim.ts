import { useSession } from '../storage/session.ts'

/** Whoever signs in makes a waiting draft theirs, or, when it is another's, ends it (D-03). */
export function claimDraftsAtSignIn(): void {
  useSession.subscribe(({ user }, before) => {
    if (user && user.id !== before.user?.id) void claim().catch(() => undefined)
  })
}

async function claim(): Promise<void> {
  const { readOwnDrafts } = await import('./draft.ts')
  readOwnDrafts()
}
