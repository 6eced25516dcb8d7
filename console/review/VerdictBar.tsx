import { Button } from '@stampus/ui/Button'

type Props = {
  stamps: number
  busy: boolean
  /** Whether the picture has been shown. */
  seen: boolean
  onApprove: () => void
  onReject: () => void
  onSkip: () => void
}

/** Approve, reject, skip, each with its key. */
export function VerdictBar({ stamps, busy, seen, onApprove, onReject, onSkip }: Props) {
  return (
    <div className="sticky bottom-0 grid grid-cols-2 gap-2 bg-paper pb-2">
      <Button
        busy={busy}
        aria-disabled={!seen}
        onClick={onApprove}
        aria-keyshortcuts="A"
        className="col-span-2 min-h-14 text-lead"
      >
        Approve <span className="font-normal">{stamps === 1 ? '1 stamp' : `${stamps} stamps`}</span> <Key>A</Key>
      </Button>
      <Button look="secondary" onClick={onReject} aria-keyshortcuts="R">
        Reject <Key>R</Key>
      </Button>
      <Button look="secondary" onClick={onSkip} aria-keyshortcuts="S">
        Skip <Key>S</Key>
      </Button>
    </div>
  )
}

function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true">
      <kbd className="rounded-control border border-current px-1.5 font-sans text-small">{children}</kbd>
    </span>
  )
}
