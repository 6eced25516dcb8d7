import { Button } from '@stampus/ui/Button'
import { KeyCap } from '../../../shared/components/KeyCap.tsx'

type Props = {
  busy: boolean
  /** Whether the picture has been seen and nothing is under way. */
  isReady: boolean
  onApprove: () => void
  onReject: () => void
  onCorrect: () => void
}

/** The three answers to a check, each with its key. */
export function CheckWays({ busy, isReady, onApprove, onReject, onCorrect }: Props) {
  const rests = { 'aria-disabled': !isReady }
  return (
    <div className="sticky bottom-0 z-10 -mx-4 grid grid-cols-2 gap-2 border-line border-t bg-paper px-4 py-2 lg:static lg:mx-0 lg:border-t-0 lg:p-0">
      <Button busy={busy} {...rests} onClick={onApprove} aria-keyshortcuts="A" className={`col-span-2 ${way}`}>
        I would approve <KeyCap>A</KeyCap>
      </Button>
      <Button look="secondary" {...rests} onClick={onReject} aria-keyshortcuts="R" className={way}>
        I would reject <KeyCap>R</KeyCap>
      </Button>
      <Button look="secondary" {...rests} onClick={onCorrect} aria-keyshortcuts="E" className={way}>
        I would correct <KeyCap>E</KeyCap>
      </Button>
    </div>
  )
}

const way = 'px-1.5! whitespace-nowrap'
