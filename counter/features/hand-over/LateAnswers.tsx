import { Button } from '@stampus/ui/Button'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import * as sentences from '#sentences'
import * as words from '#words'
import { Section } from '../../shared/components/Section.tsx'
import { readableDigits } from '../../shared/digits.ts'
import { type Noted, removeNoted } from '../../shared/storage/noted.ts'
import { formatDayAndTime } from '../../shared/times.ts'

type Outcome = NonNullable<Noted['answer']>['outcome']

const outcomes = {
  used: { icon: CircleCheck, label: words.lateUsed, look: 'text-approved' },
  waiting: { icon: Clock, label: words.lateWaiting, look: 'text-pending' },
  refused: { icon: CircleX, label: words.lateRefused, look: 'text-rejected' },
} as const satisfies Record<Outcome, unknown>

type Props = { noted: Noted[]; onCorrect: (refused: Noted) => void }

export function LateAnswers({ noted, onCorrect }: Props) {
  const answered = noted.filter(({ answer }) => answer)
  if (answered.length === 0) return null
  return (
    <Section title={words.lateAnswers}>
      <ul className="grid gap-2" aria-live="polite">
        {answered.map((one) => (
          <AnsweredRow key={one.id} noted={one} onCorrect={() => onCorrect(one)} />
        ))}
      </ul>
      <Button look="secondary" className="justify-self-start" onClick={() => removeNoted(answered.map(({ id }) => id))}>
        {words.clear}
      </Button>
    </Section>
  )
}

function AnsweredRow({ noted: { number, at, answer }, onCorrect }: { noted: Noted; onCorrect: () => void }) {
  if (!answer) return null
  const { icon: Icon, label, look } = outcomes[answer.outcome]
  const shown = readableDigits(number)
  return (
    <li className="grid gap-2 rounded-sheet border border-border-strong bg-sheet p-3">
      <p className={`inline-flex items-center gap-2 font-semibold ${look}`}>
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {label}
      </p>
      <p className="text-muted text-small">
        {shown}, {formatDayAndTime(at)}
      </p>
      <p>{answer.text}</p>
      {answer.outcome === 'refused' ? (
        <Button
          look="secondary"
          aria-label={sentences.correctOf(shown)}
          className="justify-self-start"
          onClick={onCorrect}
        >
          {words.correct}
        </Button>
      ) : null}
    </li>
  )
}
