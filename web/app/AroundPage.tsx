import { Suspense, useEffect } from 'react'
import { lazyWithRetry } from './lazyPart.tsx'
import { Notifications } from './Notifications.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { openOffline } from './offline.ts'
import { prefetchTouched } from './prefetching.ts'
import { useSignOutAsked } from './signOut.ts'

const SignOutDialog = lazyWithRetry(async () => (await import('./SignOutDialog.tsx')).SignOutDialog)

/** What is told whatever page is shown: that the network is gone, what just happened, and what a sign-out would lose. */
export function AroundPage() {
  useEffect(openOffline, [])
  useEffect(prefetchTouched, [])
  useEffect(forgetOldDrafts, [])
  const asked = useSignOutAsked((state) => state.asked)
  return (
    <>
      <OfflineBar />
      <Notifications />
      {asked ? (
        <Suspense>
          <SignOutDialog />
        </Suspense>
      ) : null}
    </>
  )
}

/** Drafts live 7 days, signed in or not, whatever page is opened. */
function forgetOldDrafts(): void {
  import('../submissions/draft.ts').then(({ deleteOldDrafts }) => deleteOldDrafts()).catch(() => undefined)
}
