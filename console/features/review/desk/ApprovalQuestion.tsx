import { type KeyboardEvent as KeyPress, useEffect, useId, useRef } from 'react'
import { KeyButton } from '../../../shared/components/KeyButton.tsx'

type Props = { question: string; isBusy: boolean; onConfirm: () => void; onCancel: () => void }

/** Enter that is still held from the button before must not press the one that has the focus now. */
function ignoreRepeats(event: KeyPress) {
  if (event.repeat) event.preventDefault()
}

/**
 * Asks before a doubtful receipt is approved. It is no dialog, so that all keys of the desk still work, except the one that asked: pressed
 * out of habit, it approves nothing.
 */
export function ApprovalQuestion({ question, isBusy, onConfirm, onCancel }: Props) {
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  return (
    <fieldset
      aria-labelledby={id}
      className="col-span-2 grid gap-2 rounded-control border border-pending bg-pending-tint px-3 py-2"
    >
      <p id={id} className="wrap-anywhere max-h-32 overflow-y-auto font-semibold text-small">
        {question}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <KeyButton
          shortcut="Esc"
          aria-keyshortcuts="Escape"
          ref={cancel}
          look="secondary"
          onClick={onCancel}
          onKeyDown={ignoreRepeats}
          aria-describedby={id}
        >
          {' '}
          Don’t approve
        </KeyButton>
        <KeyButton shortcut="Y" isBusy={isBusy} onClick={onConfirm} onKeyDown={ignoreRepeats}>
          {' '}
          Approve anyway
        </KeyButton>
      </div>
    </fieldset>
  )
}
