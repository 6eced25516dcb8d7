import { hasStatus, randomUuid } from '@stampus/contract/client'
import { type CheckedVoucher, check, type HandOverRow, handOver, takeBack } from '@stampus/contract/counter/handOvers'
import { endWork } from '@stampus/contract/counter/phones'
import { TAKE_BACK_MS } from '@stampus/contract/limits'
import type { VoucherCode } from '@stampus/contract/rewards/vouchers'
import { useWork } from '@stampus/ui/browser/useWork'
import { generalError } from '@stampus/ui/fieldErrors'
import { Spinner } from '@stampus/ui/Spinner'
import { CircleCheckBig, CircleX, ListChecks, NotebookPen, UserRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import * as sentences from '#sentences'
import * as words from '#words'
import { call, isFinalError, isWorkOver } from '../../shared/api/api.ts'
import { localText } from '../../shared/language.ts'
import { paths } from '../../shared/paths.ts'
import { signal } from '../../shared/signals.ts'
import { useLate } from '../../shared/storage/late.ts'
import { serverNow } from '../../shared/storage/ownPhone.ts'
import { formatTime } from '../../shared/times.ts'
import { CodeForm, Viewfinder } from './CodeEntry.tsx'
import { DarkButton, darkButtonClass, Outcome } from './darkButtons.tsx'

// Loaded while there is a network.
const loadOffline = () => import('./OfflineCode.tsx')
const loadLate = () => import('./LatePage.tsx')
const OfflineCode = lazy(loadOffline)

type Step =
  | { at: 'code' }
  | { at: 'problem'; text: string; isRefused: boolean }
  | { at: 'checked'; voucher: CheckedVoucher }
  | { at: 'done'; made: HandOverRow }
  | { at: 'offline'; shown: VoucherCode; shownAt: string }

type Props = {
  cashier: { name: string }
  onPinNeeded: () => void
  /** Loads the phone again, which may have been removed. */
  onChanged: () => Promise<void>
}

export default function HandOver({ cashier, onPinNeeded, onChanged }: Props) {
  const [step, setStep] = useState<Step>({ at: 'code' })
  const [isTyping, setTyping] = useState(false)
  /** The last code, which may still be in front of the camera. */
  const [held, setHeld] = useState<VoucherCode>()
  const begin = () => setStep({ at: 'code' })
  /** The same voucher may be read again. */
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
  const checking = useWork(async (shown: VoucherCode) => {
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
    <main id="main" className="flex flex-1 flex-col bg-dark text-on-dark">
      {step.at === 'code' ? (
        <>
          <div className="grid flex-1 content-start gap-4 p-4">
            <h1 className="sr-only">{words.handOverTitle}</h1>
            {isTyping ? (
              <CodeForm checking={checking} />
            ) : (
              <Viewfinder isBusy={checking.isBusy} held={held} onCode={(shown) => void checking.run(shown)} />
            )}
            <DarkButton
              look="outline"
              className="min-h-12 text-lead"
              onClick={() => {
                checking.reset()
                setTyping(!isTyping)
              }}
            >
              {isTyping ? words.scanInstead : words.typeInstead}
            </DarkButton>
            <LateLink />
            <p role="alert" className="text-center font-semibold text-stop empty:hidden">
              {generalError(leaving.error)}
            </p>
          </div>
          <nav className="flex items-center justify-between gap-2 border-dark-line border-t p-2">
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
        <ReadyVoucher
          voucher={step.voucher}
          onDone={(made) => setStep({ at: 'done', made })}
          onCancel={beginAfresh}
          onError={leaveIfOver}
        />
      ) : null}
      {step.at === 'done' ? (
        <HandedOver made={step.made} onNext={begin} onTakenBack={beginAfresh} onError={leaveIfOver} />
      ) : null}
      {step.at === 'offline' ? (
        <Suspense>
          <OfflineCode {...step} onNext={begin} />
        </Suspense>
      ) : null}
    </main>
  )
}

type ReadyProps = {
  voucher: CheckedVoucher
  onDone: (made: HandOverRow) => void
  onCancel: () => void
  /** Whether an error was dealt with elsewhere. */
  onError: (error: unknown) => boolean
}

/** The voucher that the server knows: the cashier hands its reward over, or cancels. */
function ReadyVoucher({ voucher, onDone, onCancel, onError }: ReadyProps) {
  const { id, name } = voucher
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  // The same for all attempts, so that a first one whose answer was lost counts.
  const [idempotencyKey] = useState(randomUuid)
  const handing = useWork(async () => {
    try {
      const { data } = await call(handOver, { id }, { idempotencyKey })
      signal('right')
      onDone(data)
    } catch (error) {
      if (onError(error)) return
      signal('wrong')
      throw error
    }
  })
  const problem = generalError(handing.error)
  return (
    <div className="flex flex-1 flex-col gap-5 p-column">
      <div className="grid flex-1 content-center gap-3 text-center">
        <p className="text-balance text-lead">{sentences.handTo(name)}</p>
        <h1 ref={heading} tabIndex={-1} className="wrap-anywhere font-bold text-title outline-none">
          {localText(voucher.title, voucher.title_ms)}
        </h1>
        <p className="wrap-anywhere whitespace-pre-line text-balance text-on-dark/85">
          {localText(voucher.conditions, voucher.conditions_ms)}
        </p>
        {problem ? (
          <p role="alert" className="text-balance font-semibold text-stop">
            {problem}
          </p>
        ) : null}
      </div>
      <div className="sticky bottom-0 -mx-4 -mb-4 grid gap-4 bg-dark p-4">
        <button
          type="button"
          aria-busy={handing.isBusy || undefined}
          className="flex min-h-24 items-center justify-center gap-3 rounded-sheet bg-go px-4 font-bold text-on-go text-title aria-busy:opacity-70"
          onClick={() => void handing.run()}
        >
          {handing.isBusy ? <Spinner size="md" color="primary" /> : null}
          {words.handOver}
        </button>
        <DarkButton look="outline" className="min-h-14" onClick={() => handing.isBusy || onCancel()}>
          {words.cancel}
        </DarkButton>
      </div>
    </div>
  )
}

type HandedOverProps = {
  made: HandOverRow
  onNext: () => void
  onTakenBack: () => void
  /** Whether an error was dealt with elsewhere. */
  onError: (error: unknown) => boolean
}

function HandedOver({ made, onNext, onTakenBack, onError }: HandedOverProps) {
  const button = useRef<HTMLButtonElement>(null)
  const secondsLeft = useSecondsLeft(made.take_back_until !== null)
  useEffect(() => button.current?.focus(), [])
  const taking = useWork(async () => {
    try {
      await call(takeBack, { id: made.id })
      onTakenBack()
    } catch (error) {
      if (!onError(error)) throw error
    }
  })
  const problem = generalError(taking.error)
  return (
    <div className="flex flex-1 flex-col gap-4 bg-go p-column text-on-go">
      <div role="status" className="grid flex-1 content-center justify-items-center gap-3 text-center">
        <CircleCheckBig aria-hidden="true" className="size-28" />
        <h1 className="font-bold text-title">{words.handedOver}</h1>
        <p className="wrap-anywhere text-balance text-lead">
          {localText(made.title, made.title_ms)}, {made.name}, {formatTime(made.at)}
        </p>
        {problem ? (
          <p role="alert" className="text-balance font-bold">
            {problem}
          </p>
        ) : null}
      </div>
      <button
        ref={button}
        type="button"
        className="min-h-20 rounded-sheet bg-dark px-4 font-bold text-on-dark text-title"
        onClick={onNext}
      >
        {words.next}
      </button>
      {secondsLeft > 0 ? (
        <button
          type="button"
          aria-busy={taking.isBusy || undefined}
          className="min-h-14 rounded-control border-2 border-on-go px-4 font-semibold tabular-nums"
          onClick={() => void taking.run()}
        >
          {sentences.takeBack(secondsLeft)}
        </button>
      ) : null}
    </div>
  )
}

/** Counts down on this device's clock alone, from when the answer arrived. */
function useSecondsLeft(isOffered: boolean): number {
  const [until] = useState(() => performance.now() + TAKE_BACK_MS)
  const [left, setLeft] = useState(TAKE_BACK_MS / 1000)
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000))), 500)
    return () => clearInterval(timer)
  }, [until])
  return isOffered ? left : 0
}

function LateLink() {
  const count = useLate().filter(({ answer }) => !answer).length
  return count > 0 ? (
    <Link href={paths.late} className={darkButtonClass('waitOutline', 'min-h-12')}>
      <NotebookPen aria-hidden="true" className="size-5 shrink-0" />
      {sentences.notYetEntered(count)}
    </Link>
  ) : null
}
