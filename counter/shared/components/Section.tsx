import { Button } from '@stampus/ui/Button'
import { useWork, type Work } from '@stampus/ui/browser/useWork'
import { generalError } from '@stampus/ui/fieldErrors'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { type ReactNode, useState } from 'react'
import * as words from '#words'

type SectionProps = { title: string; className?: string; children: ReactNode }

export function Section({ title, className = '', children }: SectionProps) {
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
      <ErrorNotice>{generalError(work.error)}</ErrorNotice>
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

type Props = {
  name: string
  detail?: string
  question: string
  remove: () => Promise<void>
  action?: ReactNode
  children?: ReactNode
}

export function Removable({ name, detail, question, remove, action, children }: Props) {
  const [isAsking, setAsking] = useState(false)
  const removing = useWork(remove)
  const remover = (
    <Button
      look="quiet"
      aria-label={`${words.removePhone}: ${name}`}
      className="-mr-3 ml-auto"
      onClick={() => setAsking(true)}
    >
      {words.removePhone}
    </Button>
  )
  return (
    <li className="grid gap-3 rounded-sheet border border-border-strong bg-sheet p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-semibold">{name}</p>
          {detail ? <p className="text-muted text-small">{detail}</p> : null}
        </div>
        {isAsking || action ? null : remover}
      </div>
      {isAsking ? (
        <Question
          text={question}
          action={words.removePhone}
          isDangerous
          work={removing}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <>
          {children}
          {action ? (
            <div className="flex flex-wrap gap-2">
              {action}
              {remover}
            </div>
          ) : null}
        </>
      )}
    </li>
  )
}
