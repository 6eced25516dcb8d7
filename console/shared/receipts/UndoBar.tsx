import { Button } from '@stampus/ui/Button'
import type { ReactNode } from 'react'
import { KeyCap } from '../components/KeyCap.tsx'
import { useSecondsUntil } from './countdown.ts'

type Props = {
  /** What was done last; empty where nothing was. */
  children: ReactNode
  look: string
  /** Until when it may be undone, on the page's own clock. */
  undoUntil: number | undefined
  busy?: boolean
  onUndo: () => void
}

/** What was done last, and for as long as it may be undone the way back (D-45). Its words are heard when they come. */
export function UndoBar({ children, look, undoUntil, busy = false, onUndo }: Props) {
  const left = useSecondsUntil(undoUntil)
  return (
    <div className={`${bar} ${look}`}>
      <p role="status" className="min-w-0 flex-1">
        {children}
      </p>
      {left > 0 ? (
        <Button look="secondary" busy={busy} onClick={onUndo} aria-keyshortcuts="U">
          Undo{' '}
          <span aria-hidden="true" className="font-normal tabular-nums">
            {left} s
          </span>
          <KeyCap>U</KeyCap>
        </Button>
      ) : null}
    </div>
  )
}

const bar = 'flex min-h-15 min-w-0 flex-1 basis-80 items-center gap-3 rounded-sheet border px-4 py-1.5'

/** Its place is there before its words, so that nothing moves when they come; a narrow screen has none to spare. */
export const idle = 'border-transparent max-lg:h-0 max-lg:min-h-0 max-lg:py-0'
