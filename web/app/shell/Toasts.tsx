import { Notice } from '@stampus/ui/Notice'
import { X } from 'lucide-react'
import * as firstSentences from '#firstSentences'
import * as words from '#words'
import { dismissToast, type ShownToast, useToasts } from '../../shared/toasts.ts'

const BOTTOM =
  'bottom-[calc(3.5rem+env(safe-area-inset-bottom))] sm:bottom-19 lg:top-0 lg:bottom-auto low:top-auto low:bottom-[calc(2.75rem+env(safe-area-inset-bottom))]'

/** They move to the top on wide screens and while an on-screen keyboard is open. */
export function Toasts() {
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
