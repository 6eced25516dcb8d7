import type { ComponentProps } from 'react'

const looks = {
  go: 'bg-go font-bold text-on-go',
  wait: 'bg-wait font-bold text-field',
  waitOutline: 'border-2 border-wait font-semibold text-wait',
  next: 'border-2 border-on-field font-bold text-lead',
  outline: 'border-2 border-field-line font-semibold',
} as const

type Look = keyof typeof looks

export const fieldButtonClass = (look: Look, more: string) =>
  `inline-flex items-center justify-center gap-2 text-balance rounded-control px-4 text-center aria-busy:opacity-60 ${looks[look]} ${more}`

type Props = ComponentProps<'button'> & { look: Look; className: string; isBusy?: boolean }

export function FieldButton({ look, className, isBusy = false, ...rest }: Props) {
  return (
    <button type="button" {...rest} aria-busy={isBusy || undefined} className={fieldButtonClass(look, className)} />
  )
}
