import { formatAmount } from '@stampus/contract/values/money'
import { parseAmount, plainAmount } from '@stampus/contract/values/typedAmounts'
import { Field } from '@stampus/ui/Field'
import type { ComponentProps } from 'react'
import { settings } from '../settings.ts'

type Props = ComponentProps<typeof Field> & { typed: string }

/** Takes an amount as people type it. Shows how it is understood unless that is what was typed. */
export function AmountField({ typed, ...field }: Props) {
  const amount = parseAmount(typed) === undefined ? plainAmount(typed, settings.currency) : undefined
  const note = amount ? `We'll use ${formatAmount(amount, settings.currency)}.` : ''
  return <Field inputMode="decimal" leading={settings.currency} note={note} {...field} />
}
