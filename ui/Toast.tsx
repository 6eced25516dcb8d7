import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Notice, type NoticeKind } from './Notice.tsx'

type Props = {
  kind: NoticeKind
  /** The name of the button that closes it. */
  close: string
  onClose: () => void
  isLeaving?: boolean
  children: ReactNode
}

/** A notice over the page. */
export function Toast({ kind, close, onClose, isLeaving = false, children }: Props) {
  return (
    <div
      className={`pointer-events-auto animate-arrive rounded-control shadow-lifted transition-opacity duration-300 ${isLeaving ? 'opacity-0' : ''}`}
    >
      <Notice kind={kind}>
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">{children}</div>
          <button
            type="button"
            aria-label={close}
            onClick={onClose}
            className="-my-2.5 -mr-3 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
      </Notice>
    </div>
  )
}
