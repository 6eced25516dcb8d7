import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'

const kinds = {
  success: { icon: CircleCheck, look: 'bg-approved-tint text-approved' },
  error: { icon: CircleAlert, look: 'bg-rejected-tint text-rejected' },
  warning: { icon: TriangleAlert, look: 'bg-pending-tint text-pending' },
  info: { icon: Info, look: 'bg-tint text-blue' },
} as const

export type NoticeKind = keyof typeof kinds

export function Notice({ kind, children, role }: { kind: NoticeKind; children: ReactNode; role?: 'alert' | 'status' }) {
  const { icon: Icon, look } = kinds[kind]
  return (
    <div role={role} className={`flex items-start gap-3 rounded-control px-4 py-3 ${look}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1 text-ink">{children}</div>
    </div>
  )
}

type ToastProps = {
  kind: NoticeKind
  /** The name of the button that closes it. */
  close: string
  onClose: () => void
  isLeaving?: boolean
  children: ReactNode
}

export function Toast({ kind, close, onClose, isLeaving = false, children }: ToastProps) {
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
