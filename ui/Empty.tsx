import type { ComponentType, ReactNode } from 'react'

type Props = { icon: ComponentType<{ className?: string }>; text: string; children?: ReactNode }

export function Empty({ icon: Icon, text, children }: Props) {
  return (
    <div className="flex flex-col items-center rounded-sheet border-2 border-line border-dashed px-6 py-12 text-center">
      <Icon aria-hidden="true" className="mb-3 size-8 text-muted" />
      <p className="text-balance font-semibold text-lead">{text}</p>
      {children ? <div className="mt-2 grid justify-items-center gap-4 text-muted">{children}</div> : null}
    </div>
  )
}
