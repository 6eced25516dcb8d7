import { Spinner } from '@stampus/ui/Spinner'
import type { ComponentType } from 'react'
import * as words from '#words'

type Props = {
  icon: ComponentType<{ className?: string }>
  label: string
  about: string
  grave?: boolean
  busy?: boolean
  /** Whether this server knows the call. */
  offered?: boolean
  onClick: () => void
}

/** One row of what can be done with the account: a press as wide as the list. */
export function AccountAction({ icon: Icon, label, about, grave, busy = false, offered = true, onClick }: Props) {
  const refusing = busy || !offered
  const tone = grave ? 'text-rejected' : 'text-blue'
  return (
    <button
      type="button"
      aria-disabled={refusing || undefined}
      aria-busy={busy || undefined}
      onClick={refusing ? undefined : onClick}
      className="flex min-h-16 w-full items-center gap-4 rounded-sheet px-5 py-3 text-left hover:bg-tint aria-disabled:hover:bg-transparent aria-disabled:cursor-default focus-visible:-outline-offset-4"
    >
      {busy ? <Spinner /> : <Icon aria-hidden="true" className={`size-5 shrink-0 ${offered ? tone : 'text-muted'}`} />}
      <span className="min-w-0">
        <span className={`block font-semibold ${offered ? (grave ? tone : '') : 'text-muted'}`}>{label}</span>
        <span className="block text-small text-muted">{offered ? about : words.notOffered}</span>
      </span>
    </button>
  )
}
