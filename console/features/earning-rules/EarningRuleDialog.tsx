import { type AdminEarningRule, create, list } from '@stampus/contract/console/earningRules'
import type { InputOf } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import { dayAfter, instantOf, isRealDay } from '@stampus/contract/values/days'
import { decimalAmount, type EarningRule, formatAmount, stampsFor } from '@stampus/contract/values/money'
import { parseAmount } from '@stampus/contract/values/typedAmounts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { q } from '../../shared/api/queries.ts'
import { today } from '../../shared/dates.ts'
import { DayField } from '../../shared/forms/DateTimeFields.tsx'
import { FormDialog } from '../../shared/forms/FormDialog.tsx'
import { amount, beginsWith, type ControlProps, count, type FieldsOf } from '../../shared/forms/fields.tsx'
import { Radios } from '../../shared/forms/Radios.tsx'
import { stampsText } from '../../shared/labels/labels.ts'
import { settings } from '../../shared/settings.ts'

type Start = { from: 'now' | 'day'; day: string }

const fields = {
  sen_per_stamp: {
    ...amount('One stamp for each full'),
    from: (rule: AdminEarningRule | undefined) => (rule ? decimalAmount(rule.sen_per_stamp) : ''),
    send: (typed: string) => parseAmount(typed) ?? '',
  },
  min_stamps_per_submission: beginsWith(() => '1', count('At least (stamps a receipt)')),
  max_stamps_per_submission: count('At most (stamps a receipt)'),
  starts_at: {
    from: (): Start => ({ from: 'day', day: dayAfter(today()) }),
    send: ({ from, day }: Start) => (from === 'now' ? 'now' : startOf(day)),
    Control: StartField,
  },
} satisfies FieldsOf<AdminEarningRule, InputOf<typeof create>>

/** Adds an earning rule. It begins with the values of the current one, from tomorrow on. */
export function EarningRuleDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(q(list, { page: 1 }))
  if (query.isPending) return null
  return (
    <FormDialog
      title="New earning rule"
      action="Add rule"
      fields={fields}
      groups={[{ names: ['min_stamps_per_submission', 'max_stamps_per_submission'] }]}
      item={query.data?.data.find(({ state }) => state === 'current')}
      call={create}
      invalidates={['/console/earning-rules']}
      toInput={(given) => given}
      done={() => 'Rule added.'}
      onClose={onClose}
    />
  )
}

const starts = [
  { value: 'now', name: 'As soon as you save' },
  { value: 'day', name: 'At the beginning of a day' },
] as const

function StartField({ value, onChange, error }: ControlProps<Start>) {
  return (
    <>
      <Example />
      <Radios
        legend="Starts"
        options={starts}
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
        isFramed
      >
        {value.from === 'day' ? (
          <DayField label="First day" value={value.day} onChange={(day) => onChange({ ...value, day })} error={error} />
        ) : null}
      </Radios>
    </>
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

type Typed = { [Name in Exclude<keyof typeof fields, 'starts_at'>]: string }

function Example() {
  const [price, least, most] = useWatch<
    Typed,
    ['sen_per_stamp', 'min_stamps_per_submission', 'max_stamps_per_submission']
  >({
    name: ['sen_per_stamp', 'min_stamps_per_submission', 'max_stamps_per_submission'],
  })
  const sen = parseAmount(price)
  if (!sen || !isCount(least) || !isCount(most)) return null
  const rule = {
    sen_per_stamp: sen,
    min_stamps_per_submission: Number(least),
    max_stamps_per_submission: Number(most),
  }
  if (rule.max_stamps_per_submission < rule.min_stamps_per_submission)
    return <p className="text-rejected text-small">{texts.leastAboveMost}</p>
  return <p className="text-muted text-small">{exampleText(rule)}</p>
}

const isCount = (typed: string) => /^\d{1,5}$/.test(typed.trim())
