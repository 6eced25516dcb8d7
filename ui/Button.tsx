import type { ComponentProps } from 'react'
import { Spinner } from './Spinner.tsx'

const looks = {
  primary: 'bg-blue text-on-blue hover:bg-blue-deep active:translate-y-px',
  secondary: 'border border-border-strong bg-sheet text-ink hover:border-blue hover:text-blue active:translate-y-px',
  quiet: 'text-blue underline-offset-4 hover:underline',
  danger: 'bg-rejected text-sheet hover:brightness-90 active:translate-y-px dark:text-paper',
} as const

export type ButtonLook = keyof typeof looks

export function buttonClass(look: ButtonLook = 'primary', more = ''): string {
  return `inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-4 py-2 font-semibold transition-colors disabled:opacity-60 aria-disabled:opacity-60 ${looks[look]} ${more}`
}

type Props = ComponentProps<'button'> & { look?: ButtonLook; isBusy?: boolean }

/** A button. While `isBusy`, it keeps the focus, shows a spinner and ignores presses. */
export function Button({ look = 'primary', isBusy = false, className, children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(look, className)}
    >
      {isBusy ? <Spinner size="sm" color={look === 'primary' ? 'white' : 'primary'} /> : null}
      {children}
    </button>
  )
}
