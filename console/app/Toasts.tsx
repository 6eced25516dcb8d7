import { Notice } from '@stampus/ui/Notice'
import { X } from 'lucide-react'
import { say, useSaid } from '../shared/toasts.ts'

/** What was just done, over whatever page is shown, and told once to a screen reader. */
export function Said() {
  const { text, kind } = useSaid()
  return (
    <div
      role="status"
      aria-label="What was done"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-30 mx-auto max-w-md print:hidden"
    >
      {text ? (
        <div className="pointer-events-auto animate-arrive rounded-control shadow-lifted">
          <Notice kind={kind}>
            <div className="flex items-start gap-2">
              <p className="wrap-anywhere min-w-0 flex-1">{text}</p>
              <button
                type="button"
                aria-label="Close"
                onClick={() => say('')}
                className="-my-2.5 -mr-3 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </button>
            </div>
          </Notice>
        </div>
      ) : null}
    </div>
  )
}
