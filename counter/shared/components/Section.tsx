import { Button } from '@stampus/ui/Button'
import type { Work } from '@stampus/ui/browser/useWork'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import type { ReactNode } from 'react'
import * as words from '#words'

export function Section({
  title,
  className = '',
  children,
}: {
  title: string
  className?: string
  children: ReactNode
}) {
  return (
    <section aria-label={title} className={`grid gap-3 ${className}`}>
      <h2 className="font-bold text-lead">{title}</h2>
      {children}
    </section>
  )
}

type QuestionProps = {
  text: string
  action: string
  isDangerous?: boolean
  work: Work<[]>
  onCancel: () => void
  className?: string
}

export function Question({ text, action, isDangerous, work, onCancel, className = '' }: QuestionProps) {
  return (
    <fieldset aria-label={text} className={`grid gap-3 ${className}`}>
      <p>{text}</p>
      <ErrorNotice error={work.error} />
      <div className="flex flex-wrap gap-2">
        <Button look={isDangerous ? 'danger' : 'primary'} isBusy={work.isBusy} onClick={() => void work.run()}>
          {action}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </fieldset>
  )
}
