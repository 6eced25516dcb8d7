import { LANGUAGE_PARAMETER } from '@stampus/contract/values/languages'
import { Notice } from '@stampus/ui/Notice'
import { WifiOff, X } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import * as firstSentences from '#firstSentences'
import * as words from '#words'
import { followAccountLanguage } from '../../shared/accountLanguage.ts'
import { useConnection, watchConnection } from '../../shared/api/connection.ts'
import { isReachable } from '../../shared/api/xhr.ts'
import { lazyWithRetry } from '../../shared/components/LazyPart.tsx'
import { readableTime } from '../../shared/dates.ts'
import { chosenLanguage, language } from '../../shared/language.ts'
import { useSignOutPrompt } from '../../shared/signOut.ts'
import { deleteAnswersWithSession, deleteOldAnswers } from '../../shared/storage/answerStore.ts'
import { dismissToast, type ShownToast, useToasts } from '../../shared/toasts.ts'
import { prefetchOnTouch } from '../routes/prefetch.ts'

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

/** Registers the service worker, which lets the app open without a network, in the language that was chosen. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD) return
  const url = `/sw.js?${LANGUAGE_PARAMETER}=${chosenLanguage() ?? language}`
  const register = () => void navigator.serviceWorker?.register(url).catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}

/** Tells members that the server cannot be reached, and how old the page is. Always there, so that it is announced. */
function OfflineBar() {
  const isOffline = useConnection((connection) => connection.isOffline)
  return (
    <div role="status" className="sticky top-0 z-20 print:hidden">
      {isOffline ? (
        <p className="flex animate-arrive items-center justify-center gap-2 bg-ink px-4 pt-[calc(0.375rem+env(safe-area-inset-top))] pb-1.5 text-center text-paper text-small">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          <OfflineText />
        </p>
      ) : null}
    </div>
  )
}

function OfflineText() {
  const shownAsOf = useConnection((connection) => connection.shownAsOf)
  return (
    <span className="text-balance">
      {shownAsOf ? firstSentences.offlineAsOf(readableTime(new Date(shownAsOf))) : words.offline}
    </span>
  )
}

const BOTTOM =
  'bottom-[calc(3.5rem+env(safe-area-inset-bottom))] sm:bottom-19 lg:top-0 lg:bottom-auto low:top-auto low:bottom-[calc(2.75rem+env(safe-area-inset-bottom))]'

/** They move to the top on wide screens and while an on-screen keyboard is open. */
function Toasts() {
  const { shown, isRaised } = useToasts()
  return (
    <div
      role="status"
      aria-label={words.notificationsLabel}
      className={`pointer-events-none fixed inset-x-0 z-30 mx-auto grid max-h-[calc(100dvh-9rem)] max-w-120 gap-3 overflow-y-auto p-4 lg:pt-2 lg:pb-8 low:max-h-[calc(100dvh-4rem)] print:hidden ${isRaised ? 'top-[env(safe-area-inset-top)]' : BOTTOM}`}
    >
      {shown.map((toast) => (
        <ToastItem key={toast.id} {...toast} />
      ))}
    </div>
  )
}

function ToastItem({ id, type, title, message, isLeaving }: ShownToast) {
  return (
    <div
      className={`pointer-events-auto animate-arrive rounded-control shadow-lifted transition-opacity duration-300 ${isLeaving ? 'opacity-0' : ''}`}
    >
      <Notice kind={type}>
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{title}</p>
            {message ? <p>{message}</p> : null}
          </div>
          <button
            type="button"
            aria-label={firstSentences.notificationClose(title)}
            onClick={() => dismissToast(id)}
            className="-my-2.5 -mr-3 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
      </Notice>
    </div>
  )
}
