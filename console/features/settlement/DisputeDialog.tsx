import { answerDispute } from '@stampus/contract/console/settlement/questions'
import type { StatementLine } from '@stampus/contract/counter/statements'
import { texts } from '@stampus/contract/texts'
import { parseAmount, plainAmount } from '@stampus/contract/values/typedAmounts'
import { useState } from 'react'
import { fieldError } from '../../shared/api/api.ts'
import { useCall } from '../../shared/api/queries.ts'
import { ReasonDialog } from '../../shared/dialogs/ReasonDialog.tsx'
import { AmountField } from '../../shared/forms/AmountField.tsx'
import { settings } from '../../shared/settings.ts'
import { showToast } from '../../shared/toasts.ts'
import { changedByStatements, money } from './statementLabels.ts'

const changes = [
  { value: 'none', name: 'The amount stays' },
  { value: 'more', name: 'Pay more' },
  { value: 'less', name: 'Take something off' },
] as const

type Props = { id: number; line: StatementLine; reason: string; onClose: () => void }

/** Answers a disputed line with words, and perhaps with an amount in the next statement. */
export function DisputeDialog({ id, line, reason, onClose }: Props) {
  const [change, setChange] = useState<(typeof changes)[number]['value']>('none')
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const answering = useCall(answerDispute, changedByStatements)
  const sen = parseAmount(plainAmount(typed, settings.currency) ?? typed)
  const confirm = (answer: string) => {
    if (change !== 'none' && !sen) return setMissing(true)
    const amount_sen = change === 'none' ? 0 : change === 'more' ? (sen ?? 0) : -(sen ?? 0)
    const onSuccess = ({ message }: { message: string }) => {
      showToast(message)
      onClose()
    }
    answering.mutate({ id, answer, amount_sen }, { onSuccess })
  }
  const error = isMissing && !sen ? texts.adjustmentInvalid : fieldError(answering.error, 'amount_sen')
  return (
    <ReasonDialog
      title={`Answer about ${line.title ?? 'a line'}, ${money(line.amount_sen)}`}
      action="Send answer"
      look="primary"
      label="Answer (mailed to the owner)"
      mutation={answering}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="wrap-anywhere whitespace-pre-line">“{reason}”</p>
      <fieldset className="grid">
        <legend className="mb-1 font-semibold">Amount</legend>
        {changes.map(({ value, name }) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="change"
              checked={change === value}
              onChange={() => setChange(value)}
              className="size-5 shrink-0 accent-blue"
            />
            {name}
          </label>
        ))}
      </fieldset>
      {change === 'none' ? null : (
        <AmountField
          label={change === 'more' ? 'More' : 'Less'}
          hint="A line of the next statement. This one stays as it was issued."
          typed={typed}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={error}
        />
      )}
    </ReasonDialog>
  )
}
