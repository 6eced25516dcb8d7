import { Button } from '@stampus/ui/Button'
import { type KeyboardEvent as KeyPress, useEffect, useId, useRef } from 'react'
import { KeyCap } from '../../../shared/components/KeyCap.tsx'

type Props = { question: string; isBusy: boolean; onConfirm: () => void; onCancel: () => void }

/** Enter that is still held from the button before must not press the one that has the focus now. */
function ignoreRepeats(event: KeyPress) {
  if (event.repeat) event.preventDefault()
}

/** Asks before a doubtful receipt is approved. It is no dialog, so that all keys of the desk still work. */
export function ApprovalQuestion({ question, isBusy, onConfirm, onCancel }: Props) {
  const id = useId()
  const confirm = useRef<HTMLButtonElement>(null)
  const latest = useRef(onConfirm)
  useEffect(() => {
    latest.current = onConfirm
  })
  useEffect(() => {
    confirm.current?.focus()
    // Enter presses a focused button by itself.
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.target === document.body && !event.repeat) latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <fieldset
      aria-labelledby={id}
      className="col-span-2 grid gap-2 rounded-control border border-pending bg-pending-tint px-3 py-2"
    >
      <p id={id} className="wrap-anywhere max-h-32 overflow-y-auto font-semibold text-small">
        {question}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="secondary" onClick={onCancel} onKeyDown={ignoreRepeats} aria-keyshortcuts="Escape">
          Don’t approve <KeyCap>Esc</KeyCap>
        </Button>
        <Button
          ref={confirm}
          isBusy={isBusy}
          onClick={onConfirm}
          onKeyDown={ignoreRepeats}
          aria-keyshortcuts="A"
          aria-describedby={id}
        >
          Approve anyway <KeyCap>A</KeyCap>
        </Button>
      </div>
    </fieldset>
  )
}
