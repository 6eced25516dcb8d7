import type { ReviewItem } from '@stampus/contract/console/review'
import { NOTES_MAX, REASON_MAX } from '@stampus/contract/limits'
import type { ReasonCode } from '@stampus/contract/reasons'
import { texts } from '@stampus/contract/texts'
import { formatAmount } from '@stampus/contract/values/money'
import { Dialog } from '@stampus/ui/Dialog'
import { submitOnCtrlEnter, TextArea } from '@stampus/ui/forms/TextArea'
import { type FormEvent, useRef, useState } from 'react'
import { KeyCap } from '../../../shared/components/KeyButton.tsx'
import { readableDay } from '../../../shared/dates.ts'
import { SubmitActions } from '../../../shared/dialogs/ConfirmDialog.tsx'
import { type Preset, usePresetReasons } from '../../../shared/labels/reasons.ts'
import { settings } from '../../../shared/settings.ts'
import { useKeyPress } from '../../../shared/shortcuts.ts'
import { type Rejection, withReason } from './useReviewDesk.ts'

type Props = {
  item: ReviewItem
  rejection: Rejection
  onType: (rejection: Rejection) => void
  isBusy: boolean
  error: string | undefined
  onReject: (rejection: Rejection) => void
  onClose: () => void
}

/** Asks for the reason that the member will read: a preset or own text. It covers the facts, so it repeats them. */
export function RejectDialog({ item, rejection, onType, isBusy, error, onReject, onClose }: Props) {
  const [missing, setMissing] = useState(false)
  const { reason, notes, reason_code } = rejection
  const isEmpty = !reason.trim()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setMissing(isEmpty)
    if (!isEmpty) return onReject({ ...rejection, reason: reason.trim(), notes: notes.trim() })
    // Not the text: the key of a reason would be typed into it.
    event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <Dialog title="Why is this receipt rejected?" isBeside error={error} isBusy={isBusy} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-3">
        <p className="text-pretty text-small tabular-nums">
          <span className="text-muted">Typed:</span> {formatAmount(item.purchase_amount, settings.currency)} ·{' '}
          <span className="whitespace-nowrap">{readableDay(item.purchase_date)}</span> · Invoice {item.invoice_no} ·{' '}
          {item.merchant.name}
        </p>
        <ReasonPresets
          code={reason_code}
          onChoose={({ code, text }) => onType({ reason: text, notes, reason_code: code })}
        />
        <TextArea
          label="Reason (shown to the member)"
          value={reason}
          onChange={(text) => onType(withReason(rejection, text))}
          max={REASON_MAX}
          error={missing && isEmpty ? texts.reasonRequired : undefined}
        />
        <TextArea
          label="Admin Comments (optional)"
          value={notes}
          onChange={(text) => onType({ ...rejection, notes: text })}
          max={NOTES_MAX}
        />
        <SubmitActions action="Reject receipt" look="danger" isBusy={isBusy} />
      </form>
    </Dialog>
  )
}

type ReasonPresetsProps = { code: ReasonCode | undefined; onChoose: (preset: Preset) => void }

/** In the order of the keyboard, one for each of the first ten reasons. */
const DIGITS = [...'1234567890']

/** The preset reasons, chosen by click, arrow keys or digit (the first ten). Ctrl+Enter submits the form. */
export function ReasonPresets({ code, onChoose }: ReasonPresetsProps) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const presets = usePresetReasons()
  useKeyPress((event) => {
    const at = DIGITS.indexOf(event.key)
    const preset = presets[at]
    if (!preset || isTyping(event.target)) return
    event.preventDefault()
    onChoose(preset)
    fields.current?.querySelectorAll<HTMLInputElement>('input')[at]?.focus()
  })
  return (
    <fieldset ref={fields}>
      <legend className="sr-only">Common reasons</legend>
      <div className="grid grid-cols-2 gap-1.5">
        {presets.map((preset, at) => (
          <label key={preset.code} className={presetLook}>
            <input
              type="radio"
              name="reason-code"
              checked={code === preset.code}
              onChange={() => onChoose(preset)}
              onKeyDown={submitOnCtrlEnter}
              className="size-4 shrink-0 outline-none"
            />
            <span className="min-w-0 flex-1">{preset.name}</span>
            {DIGITS[at] ? <KeyCap>{DIGITS[at]}</KeyCap> : null}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('textarea, select, input:not([type=radio])') !== null
}

const presetLook =
  'flex min-h-11 items-center gap-2 rounded-control border border-line px-2.5 py-1.5 text-small hover:border-blue has-checked:border-blue has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-blue'
