import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
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
