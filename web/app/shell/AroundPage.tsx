import { Suspense, useEffect } from 'react'
import { lazyWithRetry } from '../../shared/components/lazyPart.tsx'
import { useSignOutAsked } from '../../shared/storage/signOut.ts'
import { prefetchTouched } from '../routes/prefetching.ts'
import { Notifications } from './Notifications.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { openOffline } from './offline.ts'

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
  import('../../shared/receipts/draft.ts').then(({ deleteOldDrafts }) => deleteOldDrafts()).catch(() => undefined)
}
