import { type AdminEarningRule, create } from '@stampus/contract/console/earningRules'
import { texts } from '@stampus/contract/texts'
import { dayAfter, instantOf, isRealDay } from '@stampus/contract/values/days'
import { decimalAmount, type EarningRule, formatAmount, stampsFor } from '@stampus/contract/values/money'
import { parseAmount } from '@stampus/contract/values/typedAmounts'
import { Dialog } from '@stampus/ui/Dialog'
import { Field } from '@stampus/ui/Field'
import { type FormEvent, useState } from 'react'
import { fieldError, generalError } from '../../shared/api/api.ts'
import { useCall } from '../../shared/api/queries.ts'
import { today } from '../../shared/dates.ts'
import { SubmitActions } from '../../shared/dialogs/SubmitActions.tsx'
import { AmountField } from '../../shared/forms/AmountField.tsx'
import { DayField } from '../../shared/forms/DateTimeFields.tsx'
import { stampsText } from '../../shared/labels/labels.ts'
import { settings } from '../../shared/settings.ts'
import { showToast } from '../../shared/toasts.ts'

type Props = { current: AdminEarningRule | undefined; onClose: () => void }

const fields = ['sen_per_stamp', 'min_stamps_per_submission', 'max_stamps_per_submission', 'starts_at']

/** Adds an earning rule. It begins with the values of the current one, from tomorrow on. */
export function EarningRuleDialog({ current, onClose }: Props) {
  const [price, setPrice] = useState(current ? decimalAmount(current.sen_per_stamp) : '')
  const [least, setLeast] = useState(String(current?.min_stamps_per_submission ?? 1))
  const [most, setMost] = useState(String(current?.max_stamps_per_submission ?? ''))
  const [start, setStart] = useState<'now' | 'day'>('day')
  const [day, setDay] = useState(() => dayAfter(today()))
  const adding = useCall(create, ['/console/earning-rules'])
  const { error, isPending } = adding
  const sen = parseAmount(price)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const done = () => {
      showToast('Rule added.')
      onClose()
    }
    adding.mutate(
      {
        sen_per_stamp: sen ?? '',
        min_stamps_per_submission: least.trim(),
        max_stamps_per_submission: most.trim(),
        starts_at: start === 'now' ? 'now' : startOf(day),
      },
      { onSuccess: done },
    )
  }
  return (
    <Dialog title="New earning rule" error={generalError(error, fields)} isBusy={isPending} onClose={onClose}>
      <form onSubmit={save} noValidate className="grid gap-4">
        <AmountField
          label="One stamp for each full"
          typed={price}
          value={price}
          onChange={(event) => setPrice(event.target.value)}
          error={fieldError(error, 'sen_per_stamp')}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label="At least (stamps a receipt)"
            inputMode="numeric"
            value={least}
            onChange={(event) => setLeast(event.target.value)}
            error={fieldError(error, 'min_stamps_per_submission')}
          />
          <Field
            label="At most (stamps a receipt)"
            inputMode="numeric"
            value={most}
            onChange={(event) => setMost(event.target.value)}
            error={fieldError(error, 'max_stamps_per_submission')}
          />
        </div>
        <Example price={sen} least={least} most={most} />
        <fieldset className="rounded-sheet border border-line p-4">
          <legend className="px-1 font-semibold">Starts</legend>
          <Choice isChosen={start === 'now'} onChoose={() => setStart('now')}>
            As soon as you save
          </Choice>
          <Choice isChosen={start === 'day'} onChoose={() => setStart('day')}>
            At the beginning of a day
          </Choice>
          {start === 'day' ? (
            <DayField label="First day" value={day} onChange={setDay} error={fieldError(error, 'starts_at')} />
          ) : null}
        </fieldset>
        <SubmitActions action="Add rule" isBusy={isPending} />
      </form>
    </Dialog>
  )
}

/** The server rejects an invalid day with its own text. */
function startOf(day: string): string {
  return isRealDay(day) ? instantOf(day, '00:00', settings.time_zone).toISOString() : ''
}

const EXAMPLES_SEN = [450, 2500, 120_000]

/** What some purchases earn: `RM 4.50: 1 stamp · …`. */
export function exampleText(rule: EarningRule): string {
  return EXAMPLES_SEN.map(
    (sen) => `${formatAmount(sen / 100, settings.currency)}: ${stampsText(stampsFor(sen, rule))}`,
  ).join(' · ')
}

type ExampleProps = { price: number | undefined; least: string; most: string }

function Example({ price, least, most }: ExampleProps) {
  if (!price || !isCount(least) || !isCount(most)) return null
  const rule = {
    sen_per_stamp: price,
    min_stamps_per_submission: Number(least),
    max_stamps_per_submission: Number(most),
  }
  if (rule.max_stamps_per_submission < rule.min_stamps_per_submission)
    return <p className="text-rejected text-small">{texts.leastAboveMost}</p>
  return <p className="text-muted text-small">{exampleText(rule)}</p>
}

const isCount = (typed: string) => /^\d{1,5}$/.test(typed.trim())

type ChoiceProps = { isChosen: boolean; onChoose: () => void; children: string }

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="radio" name="start" checked={isChosen} onChange={onChoose} className="size-5 shrink-0 accent-blue" />
      <span>{children}</span>
    </label>
  )
}
