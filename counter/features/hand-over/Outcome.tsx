import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import * as words from '#words'
import { FieldButton } from './FieldButton.tsx'

type Props = {
  icon: LucideIcon
  role: 'alert' | 'status'
  look: string
  title: string
  children: ReactNode
  onNext: () => void
}

export function Outcome({ icon: Icon, role, look, title, children, onNext }: Props) {
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
    <FieldButton ref={button} look="next" className="min-h-16" onClick={onNext}>
      {words.next}
    </FieldButton>
  )
}
