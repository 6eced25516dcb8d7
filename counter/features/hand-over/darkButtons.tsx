import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import * as words from '#words'

const looks = {
  go: 'bg-go font-bold text-on-go',
  wait: 'bg-wait font-bold text-dark',
  waitOutline: 'border-2 border-wait font-semibold text-wait',
  next: 'border-2 border-on-dark font-bold text-lead',
  outline: 'border-2 border-dark-line font-semibold',
} as const

type Look = keyof typeof looks

export const darkButtonClass = (look: Look, more: string) =>
  `inline-flex items-center justify-center gap-2 text-balance rounded-control px-4 text-center aria-busy:opacity-60 ${looks[look]} ${more}`

type Props = ComponentProps<'button'> & { look: Look; className: string; isBusy?: boolean }

export function DarkButton({ look, className, isBusy = false, ...rest }: Props) {
  return <button type="button" {...rest} aria-busy={isBusy || undefined} className={darkButtonClass(look, className)} />
}

type OutcomeProps = {
  icon: LucideIcon
  role: 'alert' | 'status'
  look: string
  title: string
  children: ReactNode
  onNext: () => void
}

export function Outcome({ icon: Icon, role, look, title, children, onNext }: OutcomeProps) {
  return (
    <div className="flex flex-1 flex-col gap-6 p-column">
      <div role={role} className="grid flex-1 content-center justify-items-center gap-4 text-center">
        <Icon aria-hidden="true" className={`size-24 ${look}`} />
        <h1 className={`font-bold text-title ${look}`}>{title}</h1>
        <p className="wrap-anywhere text-balance text-lead">{children}</p>
      </div>
      <NextButton onNext={onNext} isFocused={role === 'alert'} />
    </div>
  )
}

export function NextButton({ onNext, isFocused = false }: { onNext: () => void; isFocused?: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) button.current?.focus()
  }, [isFocused])
  return (
    <DarkButton ref={button} look="next" className="min-h-16" onClick={onNext}>
      {words.next}
    </DarkButton>
  )
}
