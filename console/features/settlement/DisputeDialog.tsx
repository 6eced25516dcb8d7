import { fieldError } from '@stampus/contract/client'
import { answerDispute } from '@stampus/contract/console/settlement/questions'
import type { StatementLine } from '@stampus/contract/counter/statements'
import { texts } from '@stampus/contract/texts'
import { parseAmount, plainAmount } from '@stampus/contract/values/typedAmounts'
import { useState } from 'react'
import { ActionDialog } from '../../shared/dialogs/ActionButton.tsx'
import { AmountField } from '../../shared/forms/AmountField.tsx'
import { Radios } from '../../shared/forms/Radios.tsx'
import { settings } from '../../shared/settings.ts'
import { changedByStatements, money } from './statementLabels.ts'

const changes = [
  { value: 'none', name: 'The amount stays', sign: 0 },
  { value: 'more', name: 'Pay more', sign: 1 },
  { value: 'less', name: 'Take something off', sign: -1 },
] as const

type Props = { id: number; line: StatementLine; reason: string; onClose: () => void }

/** Answers a disputed line with words, and perhaps with an amount in the next statement. */
export function DisputeDialog({ id, line, reason, onClose }: Props) {
  const [change, setChange] = useState<(typeof changes)[number]['value']>('none')
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const sen = parseAmount(plainAmount(typed, settings.currency) ?? typed)
  const input = (answer: string) => {
    const sign = changes.find(({ value }) => value === change)?.sign ?? 0
    if (sign === 0 || sen) return { id, answer, amount_sen: sign * (sen ?? 0) }
    setMissing(true)
    return undefined
  }
  return (
    <ActionDialog
      title={`Answer about ${line.title ?? 'a line'}, ${money(line.amount_sen)}`}
      action="Send answer"
      reason="Answer (mailed to the owner)"
      call={answerDispute}
      input={input}
      invalidates={changedByStatements}
      onClose={onClose}
    >
      {(error) => (
        <>
          <p className="wrap-anywhere whitespace-pre-line">“{reason}”</p>
          <Radios legend="Amount" options={changes} value={change} onChange={setChange} />
          {change === 'none' ? null : (
            <AmountField
              label={change === 'more' ? 'More' : 'Less'}
              hint="A line of the next statement. This one stays as it was issued."
              typed={typed}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              error={isMissing && !sen ? texts.adjustmentInvalid : fieldError(error, 'amount_sen')}
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}
