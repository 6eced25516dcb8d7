import { Button } from '@stampus/ui/Button'
import { Dialog } from '../../../shared/dialogs/Dialog.tsx'

const keys = [
  ['A', 'Approve, once the picture is seen'],
  ['R', 'Reject, with a reason'],
  ['1 – 9, 0', 'While rejecting: choose one of the first ten reasons'],
  ['E', 'Correct what was typed'],
  ['P', 'Take what the picture says otherwise as the correction'],
  ['S', 'Skip: it comes again behind the rest'],
  ['M', 'Escalate to managers'],
  ['Ctrl Enter', 'Send a rejection or a note as typed; with Cmd on a Mac'],
  ['U', 'Undo the last decision or escalation, for 10 seconds'],
  ['+ −', 'Zoom'],
  ['← → ↑ ↓', 'Move the enlarged picture'],
  ['T', 'Turn the picture'],
  ['0 F', 'Fit the picture'],
  ['C', 'Compare with the other receipts of the signals, one by one'],
  ['X', 'Swap the two pictures'],
  ['?', 'This list'],
] as const

/** Every single key of the desk. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys of the review desk" beside readFromTop onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1">
        {keys.map(([key, words]) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <kbd className="rounded-control border border-border-strong px-2 font-sans text-small">{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-muted">Single keys rest while you type and while a dialog is open.</p>
      <Button look="secondary" onClick={onClose} className="justify-self-end">
        Close
      </Button>
    </Dialog>
  )
}
