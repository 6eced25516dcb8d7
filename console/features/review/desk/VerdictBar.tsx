import { Button } from '@stampus/ui/Button'
import { KeyCap } from '../../../shared/components/KeyCap.tsx'

type Props = {
  /** What an approval adds, in words. */
  adds: string
  busy: boolean
  /** Whether the picture has been shown. */
  seen: boolean
  onApprove: () => void
  onReject: () => void
  onCorrect: () => void
  onSkip: () => void
  /** Absent for a manager, who has nobody to escalate it to. */
  onEscalate: (() => void) | undefined
}

/** Approve, reject, correct, skip and escalate, each with its key. */
export function VerdictBar({ adds, busy, seen, onApprove, onReject, onCorrect, onSkip, onEscalate }: Props) {
  return (
    <div className="sticky bottom-0 z-10 -mx-3 grid grid-cols-2 gap-2 border-line border-t bg-paper px-3 py-2 lg:static lg:mx-0 lg:border-t-0 lg:p-0">
      <Button
        busy={busy}
        aria-disabled={!seen}
        onClick={onApprove}
        aria-keyshortcuts="A"
        className="col-span-2 px-1.5! whitespace-nowrap text-lead lg:min-h-14"
      >
        Approve <span className="font-normal text-body">{adds}</span> <KeyCap>A</KeyCap>
      </Button>
      <div className="col-span-2 grid auto-cols-[minmax(max-content,1fr)] grid-flow-col gap-1.5">
        <Way name="Reject" shortcut="R" onPress={onReject} />
        <Way name="Correct" shortcut="E" onPress={onCorrect} />
        <Way name="Skip" shortcut="S" onPress={onSkip} />
        {onEscalate ? <Way name="Escalate" shortcut="M" onPress={onEscalate} /> : null}
      </div>
    </div>
  )
}

function Way({ name, shortcut, onPress }: { name: string; shortcut: string; onPress: () => void }) {
  return (
    <Button
      look="secondary"
      onClick={onPress}
      aria-keyshortcuts={shortcut}
      className="gap-1.5! px-1! whitespace-nowrap"
    >
      {name} <KeyCap>{shortcut}</KeyCap>
    </Button>
  )
}
