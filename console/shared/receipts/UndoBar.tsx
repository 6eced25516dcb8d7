import type { ReactNode } from 'react'
import { KeyButton } from '../components/KeyButton.tsx'
import { useSecondsUntil } from './useSecondsUntil.ts'

type Props = {
  /** The text of the last action; empty without one. */
  children: ReactNode
  look: string
  /** Until when it can be undone, a time of `performance.now()`. */
  undoUntil: number | undefined
  isBusy?: boolean
  onUndo: () => void
}

/** The last action, with an undo button and its remaining seconds. Screen readers announce the text. */
export function UndoBar({ children, look, undoUntil, isBusy = false, onUndo }: Props) {
  const left = useSecondsUntil(undoUntil)
  return (
    <div className={`${bar} ${look}`}>
      <p role="status" className="min-w-0 flex-1">
        {children}
      </p>
      {left > 0 ? (
        <KeyButton shortcut="U" look="secondary" isBusy={isBusy} onClick={onUndo}>
          Undo{' '}
          <span aria-hidden="true" className="font-normal tabular-nums">
            {left} s
          </span>
        </KeyButton>
      ) : null}
    </div>
  )
}

const bar = 'flex min-h-15 min-w-0 flex-1 basis-80 items-center gap-3 rounded-sheet border px-4 py-1.5'

/** The bar keeps its place while it is empty, so that nothing moves; on narrow screens it takes no space. */
export const idleStyle = 'border-transparent max-lg:h-0 max-lg:min-h-0 max-lg:py-0'
