import { type AdminEarningRule, create, list, remove } from '@stampus/contract/console/earningRules'
import type { InputOf } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import { dayAfter, instantOf, isRealDay } from '@stampus/contract/values/days'
import { decimalAmount, type EarningRule, formatAmount, stampsFor } from '@stampus/contract/values/money'
import { parseAmount } from '@stampus/contract/values/typedAmounts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { q } from '../../shared/api/queries.ts'
import { StateBadge, type States } from '../../shared/components/Badge.tsx'
import { When } from '../../shared/components/When.tsx'
import { today } from '../../shared/dates.ts'
import { ActionButton } from '../../shared/dialogs/ActionButton.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { DayField } from '../../shared/forms/DateTimeFields.tsx'
import { FormDialog } from '../../shared/forms/FormDialog.tsx'
import type { ControlProps, FieldsOf } from '../../shared/forms/fields.tsx'
import * as field from '../../shared/forms/fields.tsx'
import { Radios } from '../../shared/forms/Radios.tsx'
import { stampsText } from '../../shared/labels/labels.ts'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { settings } from '../../shared/settings.ts'

const states: States<AdminEarningRule['state']> = {
  planned: { name: 'Scheduled', look: 'soon' },
  current: { name: 'Active', look: 'good' },
  past: { name: 'Ended', look: 'quiet' },
}
const FIRST_START = new Date(0).toISOString()

const columns: Column<AdminEarningRule>[] = [
  {
    name: 'Starts',
    cell: ({ starts_at }) => (starts_at === FIRST_START ? 'From the beginning' : <When at={starts_at} />),
  },
  { name: 'Status', cell: ({ state }) => <StateBadge {...states[state]} /> },
  {
    name: 'One stamp for each',
    align: 'right',
    cell: ({ sen_per_stamp }) => formatAmount(sen_per_stamp / 100, settings.currency),
  },
  { name: 'At least', align: 'right', cell: (rule) => stampsText(rule.min_stamps_per_submission) },
  { name: 'At most', align: 'right', cell: (rule) => stampsText(rule.max_stamps_per_submission) },
  { name: 'Examples', cell: (rule) => exampleText(rule) },
  { name: 'Added by', cell: ({ operator }) => operator ?? 'Server settings' },
  { name: 'Actions', cell: (rule) => (rule.state === 'planned' ? <Removal rule={rule} /> : null) },
]

export function EarningRulesPage() {
  const adding = (close: () => void) => <EarningRuleDialog onClose={close} />
  return (
    <ListPage
      title="Earning rules"
      call={list}
      columns={columns}
      none="No earning rules."
      actions={<DialogButton text="New rule" icon={Plus} look="primary" dialog={adding} />}
    >
      <p className="max-w-prose text-muted">
        A receipt earns stamps by the rule of the time when it was sent, whenever it is approved. Rules are never
        changed: add another one, which starts now or on a later day.
      </p>
    </ListPage>
  )
}

function Removal({ rule: { id, version, starts_at } }: { rule: AdminEarningRule }) {
  return (
    <ActionButton
      text="Remove"
      look="quiet"
      label={`Remove the rule for ${starts_at}`}
      title="Remove this rule?"
      action="Remove rule"
      isDangerous
      call={remove}
      input={() => ({ id, version })}
      invalidates={['/console/earning-rules']}
      done="Rule removed."
    >
      <p>It has not started, so no receipt has earned stamps by it. The rule before it stays.</p>
    </ActionButton>
  )
}

type Start = { from: 'now' | 'day'; day: string }

const fields = {
  sen_per_stamp: {
    ...field.amount('One stamp for each full'),
    from: (rule: AdminEarningRule | undefined) => (rule ? decimalAmount(rule.sen_per_stamp) : ''),
    send: (typed: string) => parseAmount(typed) ?? '',
  },
  min_stamps_per_submission: field.beginsWith(() => '1', field.count('At least (stamps a receipt)')),
  max_stamps_per_submission: field.count('At most (stamps a receipt)'),
  starts_at: {
    from: (): Start => ({ from: 'day', day: dayAfter(today()) }),
    send: ({ from, day }: Start) => (from === 'now' ? 'now' : startOf(day)),
    Control: StartField,
  },
} satisfies FieldsOf<AdminEarningRule, InputOf<typeof create>>

/** Adds an earning rule. It begins with the values of the current one, from tomorrow on. */
function EarningRuleDialog({ onClose }: { onClose: () => void }) {
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
function exampleText(rule: EarningRule): string {
  return EXAMPLES_SEN.map(
    (sen) => `${formatAmount(sen / 100, settings.currency)}: ${stampsText(stampsFor(sen, rule))}`,
  ).join(' · ')
}

const ruleFields = ['sen_per_stamp', 'min_stamps_per_submission', 'max_stamps_per_submission'] as const

function Example() {
  const [price, least, most] = useWatch<Record<(typeof ruleFields)[number], string>, typeof ruleFields>({
    name: ruleFields,
  })
  const sen = parseAmount(price)
  if (!sen || !isCount(least) || !isCount(most)) return null
  if (Number(most) < Number(least)) return <p className="text-rejected text-small">{texts.leastAboveMost}</p>
  const limits = { min_stamps_per_submission: Number(least), max_stamps_per_submission: Number(most) }
  return <p className="text-muted text-small">{exampleText({ sen_per_stamp: sen, ...limits })}</p>
}

const isCount = (typed: string) => /^\d{1,5}$/.test(typed.trim())
