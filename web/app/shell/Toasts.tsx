import { Toast } from '@stampus/ui/Notice'
import * as firstSentences from '#firstSentences'
import * as words from '#words'
import { dismissToast, useToasts } from '../../shared/toasts.ts'

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
      {shown.map(({ id, type, title, message, isLeaving }) => (
        <Toast
          key={id}
          kind={type}
          close={firstSentences.notificationClose(title)}
          onClose={() => dismissToast(id)}
          isLeaving={isLeaving}
        >
          <p className="font-semibold">{title}</p>
          {message ? <p>{message}</p> : null}
        </Toast>
      ))}
    </div>
  )
}
