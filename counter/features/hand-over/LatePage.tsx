import { type ApiError, hasStatus } from '@stampus/contract/client'
import { enterLate } from '@stampus/contract/counter/handOvers'
import { LATE_MS } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { useWork } from '@stampus/ui/browser/useWork'
import { generalError } from '@stampus/ui/fieldErrors'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Redirect } from 'wouter'
import * as sentences from '#sentences'
import * as words from '#words'
import { call, isFinalError, isWorkOver } from '../../shared/api/api.ts'
import { Page } from '../../shared/components/Page.tsx'
import { Removable, Section } from '../../shared/components/Section.tsx'
import { readableDigits } from '../../shared/digits.ts'
import { paths } from '../../shared/paths.ts'
import { type LateHandOver, removeLate, storeOutcome, useLate } from '../../shared/storage/late.ts'
import { forgetPhone, useStoredPhone } from '../../shared/storage/ownPhone.ts'
import { formatDayAndTime } from '../../shared/times.ts'
import { usePinRequest } from './CashierPin.tsx'
import { LateForm } from './LateForm.tsx'

export default function LatePage() {
  const phone = useStoredPhone()
  const late = useLate()
  const requestPin = usePinRequest()
  const [form, setForm] = useState<{ corrected?: LateHandOver }>()
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setForm(undefined))
    opener.current?.focus()
  }
  const entering = useWork(async (wanted: LateHandOver[]) => {
    try {
      for (const one of wanted) await enterOne(one)
    } catch (error) {
      if (isWorkOver(error)) return requestPin()
      if (hasStatus(error, 401)) return forgetPhone()
      throw error
    }
  })
  if (!phone) return <Redirect to={paths.counter} replace />
  const waiting = late.filter(({ answer }) => !answer)
  return (
    <Page title={words.lateTitle} back={paths.counter}>
      {waiting.length > 0 ? (
        <Section title={sentences.notYetEntered(waiting.length)}>
          <p>{words.lateText}</p>
          <ErrorNotice>{generalError(entering.error)}</ErrorNotice>
          {waiting.length > 1 ? (
            <Button className="min-h-14" isBusy={entering.isBusy} onClick={() => void entering.run(waiting)}>
              {sentences.enterAll(waiting.length)}
            </Button>
          ) : null}
          <ul className="grid gap-2">
            {waiting.map((one) => (
              <WaitingRow key={one.id} late={one} isBusy={entering.isBusy} onEnter={() => void entering.run([one])} />
            ))}
          </ul>
        </Section>
      ) : (
        <p>{words.lateEmpty}</p>
      )}
      <LateAnswers late={late} onCorrect={(corrected) => setForm({ corrected })} />
      {form ? (
        <LateForm
          key={form.corrected?.id}
          {...form}
          onNoted={(one) => {
            close()
            void entering.run([one])
          }}
          onCancel={close}
        />
      ) : (
        <Button ref={opener} look="secondary" className="min-h-14" onClick={() => setForm({})}>
          {words.lateFormOpen}
        </Button>
      )}
    </Page>
  )
}

type RowProps = { late: LateHandOver; isBusy: boolean; onEnter: () => void }

function WaitingRow({ late: { id, number, code, at }, isBusy, onEnter }: RowProps) {
  const shown = readableDigits(number)
  const lastTime = new Date(Date.parse(at) + LATE_MS).toISOString()
  return (
    <Removable
      name={shown}
      detail={`${sentences.lateCode(code)}, ${formatDayAndTime(at)}`}
      question={sentences.removeLateQuestion(shown)}
      remove={async () => removeLate([id])}
      action={
        <Button aria-label={sentences.enterOf(shown)} className="min-w-28" isBusy={isBusy} onClick={onEnter}>
          {words.enter}
        </Button>
      }
    >
      <p className="text-small">{sentences.enterBy(formatDayAndTime(lastTime))}</p>
    </Removable>
  )
}

async function enterOne({ id, number, code, at }: LateHandOver): Promise<void> {
  try {
    const { message, is_waiting } = await call(enterLate, { number, code, noted_at: at }, { idempotencyKey: id })
    storeOutcome(id, { outcome: is_waiting ? 'waiting' : 'used', text: message })
  } catch (error) {
    if (isWorkOver(error) || !isFinalError(error)) throw error
    storeOutcome(id, { outcome: 'refused', text: reasonOf(error) })
  }
}

/** The reason that a field got says more than the general message. */
const reasonOf = ({ errors, message }: ApiError) => Object.values(errors)[0]?.[0] ?? message

type Outcome = NonNullable<LateHandOver['answer']>['outcome']

const outcomes = {
  used: { icon: CircleCheck, label: words.lateUsed, look: 'text-approved' },
  waiting: { icon: Clock, label: words.lateWaiting, look: 'text-pending' },
  refused: { icon: CircleX, label: words.lateRefused, look: 'text-rejected' },
} as const satisfies Record<Outcome, unknown>

export function LateAnswers({ late, onCorrect }: { late: LateHandOver[]; onCorrect: (refused: LateHandOver) => void }) {
  const answered = late.filter(({ answer }) => answer)
  if (answered.length === 0) return null
  return (
    <Section title={words.lateAnswers}>
      <ul className="grid gap-2" aria-live="polite">
        {answered.map((one) => (
          <AnsweredRow key={one.id} late={one} onCorrect={() => onCorrect(one)} />
        ))}
      </ul>
      <Button look="secondary" className="justify-self-start" onClick={() => removeLate(answered.map(({ id }) => id))}>
        {words.clear}
      </Button>
    </Section>
  )
}

function AnsweredRow({ late: { number, at, answer }, onCorrect }: { late: LateHandOver; onCorrect: () => void }) {
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
