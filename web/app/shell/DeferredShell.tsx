import { WifiOff } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import * as words from '#words'
import { followAccountLanguage } from '../../shared/accountLanguage.ts'
import { useOnline } from '../../shared/api/online.ts'
import { lazyWithRetry } from '../../shared/components/LazyPart.tsx'
import { useSignOutPrompt } from '../../shared/signOut.ts'
import { prefetchOnTouch } from '../routes/prefetch.ts'
import { Toasts } from './Toasts.tsx'

const SignOutDialog = lazyWithRetry(async () => (await import('./SignOutDialog.tsx')).SignOutDialog)

/**
 * What every page shows on top of its content: the offline bar, toasts and the sign-out dialog. Loaded after the page.
 */
export function DeferredShell() {
  useEffect(registerServiceWorker, [])
  useEffect(prefetchOnTouch, [])
  useEffect(followAccountLanguage, [])
  useEffect(deleteOldDraftsLater, [])
  const isSignOutOpen = useSignOutPrompt((state) => state.isOpen)
  return (
    <>
      <OfflineBar />
      <Toasts />
      {isSignOutOpen ? (
        <Suspense>
          <SignOutDialog />
        </Suspense>
      ) : null}
    </>
  )
}

/** Drafts expire after 7 days, whichever page is open. */
function deleteOldDraftsLater(): void {
  import('../../shared/receipts/draft.ts').then(({ deleteOldDrafts }) => deleteOldDrafts()).catch(() => undefined)
}

function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status" className="sticky top-0 z-20 print:hidden">
      {online ? null : (
        <p className="flex animate-arrive items-center justify-center gap-2 bg-ink px-4 pt-[calc(0.375rem+env(safe-area-inset-top))] pb-1.5 text-center text-paper text-small">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {words.offline}
        </p>
      )}
    </div>
  )
}

/** Registers the service worker, which lets the app open without a network. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD) return
  const register = () => void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}
