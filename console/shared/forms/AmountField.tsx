import { formatAmount } from '@stampus/contract/values/money'
import { parseAmount, plainAmount } from '@stampus/contract/values/typedAmounts'
import { Field } from '@stampus/ui/Field'
import type { ComponentProps } from 'react'
import { settings } from '../settings.ts'

type Props = Omit<ComponentProps<typeof Field>, 'onChange'> & { value: string; onChange: (typed: string) => void }

/** Takes an amount as people type it. Shows how it is understood unless that is what was typed. */
export function AmountField({ onChange, ...field }: Props) {
  const isPlain = parseAmount(field.value) !== undefined
  const amount = isPlain ? undefined : plainAmount(field.value, settings.currency)
  const note = amount ? `We'll use ${formatAmount(amount, settings.currency)}.` : ''
  return (
    <Field
      inputMode="decimal"
      leading={settings.currency}
      note={note}
      {...field}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
