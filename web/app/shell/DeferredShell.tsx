import { LANGUAGE_PARAMETER } from '@stampus/contract/values/languages'
import { Suspense, useEffect } from 'react'
import { followAccountLanguage } from '../../shared/accountLanguage.ts'
import { watchConnection } from '../../shared/api/connection.ts'
import { isReachable } from '../../shared/api/xhr.ts'
import { lazyWithRetry } from '../../shared/components/LazyPart.tsx'
import { chosenLanguage, language } from '../../shared/language.ts'
import { useSignOutPrompt } from '../../shared/signOut.ts'
import { deleteAnswersWithSession, deleteOldAnswers } from '../../shared/storage/answerStore.ts'
import { prefetchOnTouch } from '../routes/prefetch.ts'
import { OfflineBar } from './OfflineBar.tsx'
import { Toasts } from './Toasts.tsx'

const SignOutDialog = lazyWithRetry(async () => (await import('./SignOutDialog.tsx')).SignOutDialog)

/** What every page shows on top of its content, loaded after the page. */
export function DeferredShell() {
  useEffect(registerServiceWorker, [])
  useEffect(() => watchConnection(isReachable), [])
  useEffect(prefetchOnTouch, [])
  useEffect(followAccountLanguage, [])
  useEffect(deleteExpired, [])
  useEffect(deleteAnswersWithSession, [])
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

/** Drafts and kept answers expire after 7 days, whichever page is open. */
function deleteExpired(): void {
  deleteOldAnswers().catch(() => undefined)
  import('../../shared/receipts/draft.ts').then(({ deleteOldDrafts }) => deleteOldDrafts()).catch(() => undefined)
}

function registerServiceWorker(): void {
  if (!import.meta.env.PROD) return
  const url = `/sw.js?${LANGUAGE_PARAMETER}=${chosenLanguage() ?? language}`
  const register = () => void navigator.serviceWorker?.register(url).catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}
