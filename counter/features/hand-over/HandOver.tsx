import { hasStatus } from '@stampus/contract/client'
import { type CheckedVoucher, check, type HandOverRow } from '@stampus/contract/counter/handOvers'
import { endWork } from '@stampus/contract/counter/phones'
import { useWork } from '@stampus/ui/browser/useWork'
import { generalError } from '@stampus/ui/fieldErrors'
import { CircleX, ListChecks, NotebookPen, UserRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'wouter'
import * as sentences from '#sentences'
import * as words from '#words'
import { call, isFinalError } from '../../shared/api/api.ts'
import { paths } from '../../shared/paths.ts'
import { isWorkOver } from '../../shared/pinRequest.ts'
import { signal } from '../../shared/signals.ts'
import { useNoted } from '../../shared/storage/noted.ts'
import { serverNow } from '../../shared/storage/ownPhone.ts'
import { Checked } from './Checked.tsx'
import { CodeForm } from './CodeForm.tsx'
import { Done } from './Done.tsx'
import { FieldButton, fieldButtonClass, Outcome } from './field.tsx'
import { type ShownCode, Viewfinder } from './Viewfinder.tsx'

// Loaded while there is a network.
const loadOffline = () => import('./OfflineCode.tsx')
const loadLate = () => import('./LatePage.tsx')
const OfflineCode = lazy(loadOffline)

type Step =
  | { at: 'code' }
  | { at: 'problem'; text: string; isRefused: boolean }
  | { at: 'checked'; voucher: CheckedVoucher }
  | { at: 'done'; made: HandOverRow }
  | { at: 'offline'; shown: ShownCode; shownAt: string }

type Props = {
  cashier: { name: string }
  onPinNeeded: () => void
  /** Loads the phone again, which may have been removed. */
  onChanged: () => Promise<void>
}

export default function HandOver({ cashier, onPinNeeded, onChanged }: Props) {
  const [step, setStep] = useState<Step>({ at: 'code' })
  const [isTyping, setTyping] = useState(false)
  const [held, setHeld] = useState<ShownCode>()
  const begin = () => setStep({ at: 'code' })
  const beginAfresh = () => {
    setHeld(undefined)
    begin()
  }
  useEffect(() => {
    document.title = `${words.handOverTitle} · ${words.pageTitle}`
    for (const load of [loadOffline, loadLate]) load().catch(() => undefined)
  }, [])
  const leaveIfOver = (error: unknown) => {
    if (!isWorkOver(error)) return false
    if (hasStatus(error, 401)) void onChanged()
    else onPinNeeded()
    return true
  }
  const checking = useWork(async (shown: ShownCode) => {
    const shownAt = new Date(serverNow()).toISOString()
    setHeld(shown)
    try {
      const { data } = await call(check, shown)
      setStep({ at: 'checked', voucher: data })
    } catch (error) {
      if (leaveIfOver(error)) return
      if (hasStatus(error, 0)) return setStep({ at: 'offline', shown, shownAt })
      signal('wrong')
      // A typed number or code is corrected in its field.
      if (isTyping && hasStatus(error, 422)) throw error
      setStep({ at: 'problem', text: generalError(error) ?? words.failed, isRefused: isFinalError(error) })
    }
  })
  const leaving = useWork(async () => {
    await call(endWork, {})
    onPinNeeded()
  })
  return (
    <main id="main" className="flex flex-1 flex-col bg-field text-on-field">
      {step.at === 'code' ? (
        <>
          <div className="grid flex-1 content-start gap-4 p-4">
            <h1 className="sr-only">{words.handOverTitle}</h1>
            {isTyping ? (
              <CodeForm checking={checking} />
            ) : (
              <Viewfinder isBusy={checking.isBusy} held={held} onCode={(shown) => void checking.run(shown)} />
            )}
            <FieldButton
              look="outline"
              className="min-h-12 text-lead"
              onClick={() => {
                checking.reset()
                setTyping(!isTyping)
              }}
            >
              {isTyping ? words.scanInstead : words.typeInstead}
            </FieldButton>
            <NotedLink />
            <p role="alert" className="text-center font-semibold text-stop empty:hidden">
              {generalError(leaving.error)}
            </p>
          </div>
          <nav className="flex items-center justify-between gap-2 border-field-line border-t p-2">
            <button
              type="button"
              aria-label={`${sentences.atCounter(cashier.name)}. ${words.leave}`}
              className="inline-flex min-h-12 min-w-0 items-center gap-2 px-3 font-medium"
              onClick={() => void leaving.run()}
            >
              <UserRound aria-hidden="true" className="size-5 shrink-0" />
              <span className="truncate">{cashier.name}</span>
            </button>
            <Link href={paths.today} className="inline-flex min-h-12 shrink-0 items-center gap-2 px-3 font-medium">
              <ListChecks aria-hidden="true" className="size-5" />
              {words.todayLink}
            </Link>
          </nav>
        </>
      ) : null}
      {step.at === 'problem' ? (
        <Outcome
          icon={CircleX}
          role="alert"
          look="text-stop"
          title={step.isRefused ? words.problemTitle : words.uncheckedTitle}
          onNext={begin}
        >
          {step.text}
        </Outcome>
      ) : null}
      {step.at === 'checked' ? (
        <Checked
          voucher={step.voucher}
          onDone={(made) => setStep({ at: 'done', made })}
          onCancel={beginAfresh}
          onError={leaveIfOver}
        />
      ) : null}
      {step.at === 'done' ? (
        <Done made={step.made} onNext={begin} onTakenBack={beginAfresh} onError={leaveIfOver} />
      ) : null}
      {step.at === 'offline' ? (
        <Suspense>
          <OfflineCode {...step} onNext={begin} />
        </Suspense>
      ) : null}
    </main>
  )
}

function NotedLink() {
  const count = useNoted().filter(({ answer }) => !answer).length
  return count > 0 ? (
    <Link href={paths.late} className={fieldButtonClass('waitOutline', 'min-h-12')}>
      <NotebookPen aria-hidden="true" className="size-5 shrink-0" />
      {sentences.notYetEntered(count)}
    </Link>
  ) : null
}
