import { hasStatus } from '@stampus/contract/client'
import { type OwnPhone, startWork } from '@stampus/contract/counter/phones'
import { PIN_DIGITS } from '@stampus/contract/limits'
import { Button, buttonClass } from '@stampus/ui/Button'
import { useWork } from '@stampus/ui/browser/useWork'
import { fieldError, generalError } from '@stampus/ui/fieldErrors'
import { Delete } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import * as sentences from '#sentences'
import * as words from '#words'
import { call } from '../../shared/api/api.ts'
import { Page } from '../../shared/components/Page.tsx'
import { paths } from '../../shared/paths.ts'
import { signal } from '../../shared/signals.ts'
import { type Started, storeCashier } from '../../shared/storage/ownPhone.ts'

type Cashier = OwnPhone['cashiers'][number]
type Props = { phone: OwnPhone; onStarted: (started: Started) => void; onChanged: () => Promise<void> }

export default function CashierPin({ phone: { cashiers }, onStarted, onChanged }: Props) {
  const [chosen, setChosen] = useState<Cashier>()
  // The names may be those of the last time, before the server's answer has others.
  const [only] = cashiers.length === 1 ? cashiers : []
  const cashier = chosen ?? only
  if (cashier)
    return (
      <PinKeys
        key={cashier.id}
        cashier={cashier}
        onStarted={onStarted}
        onChanged={onChanged}
        {...(cashiers.length > 1 && { onOther: () => setChosen(undefined) })}
      />
    )
  return (
    <Page title={words.pinTitle}>
      {cashiers.length === 0 ? (
        <>
          <p>{words.pinNobody}</p>
          <Link href={paths.owner} className={buttonClass('primary', 'min-h-14')}>
            {words.welcomeOwner}
          </Link>
          <Button look="secondary" className="min-h-14" onClick={() => void onChanged()}>
            {words.retry}
          </Button>
        </>
      ) : null}
      <ul className="grid gap-3">
        {cashiers.map((each) => (
          <li key={each.id}>
            <Button
              look="secondary"
              className="wrap-anywhere min-h-16 w-full text-lead"
              onClick={() => setChosen(each)}
            >
              {each.name}
            </Button>
          </li>
        ))}
      </ul>
    </Page>
  )
}

type KeysProps = Pick<Props, 'onStarted' | 'onChanged'> & { cashier: Cashier; onOther?: () => void }

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

function PinKeys({ cashier, onStarted, onChanged, onOther }: KeysProps) {
  const [pin, setPin] = useState('')
  const [, navigate] = useLocation()
  const start = useWork(async (typed: string) => {
    try {
      const { data } = await call(startWork, { cashier_id: cashier.id, pin: typed })
      onStarted(data)
      const { next } = (history.state ?? {}) as PinRequest
      if (next) navigate(next, { replace: true })
    } catch (error) {
      setPin('')
      signal('wrong')
      // The phone (401) or the cashier (404) was removed meanwhile.
      if (hasStatus(error, 401, 404)) await onChanged()
      throw error
    }
  })
  const type = (digit: string) => {
    if (start.isBusy || pin.length >= PIN_DIGITS) return
    const typed = pin + digit
    setPin(typed)
    if (typed.length === PIN_DIGITS) void start.run(typed)
  }
  const deleteDigit = () => setPin(pin.slice(0, -1))
  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey) return
      if (/^\d$/.test(key)) type(key)
      if (key === 'Backspace') deleteDigit()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  const key =
    'grid min-h-16 place-items-center rounded-control border border-border-strong bg-sheet font-semibold text-title active:bg-tint'
  const error = fieldError(start.error, 'pin') ?? generalError(start.error, ['pin'])
  return (
    <Page title={sentences.pinOf(cashier.name)}>
      <p className="sr-only">{words.pinDigits}</p>
      <div role="img" aria-label={`${pin.length}/${PIN_DIGITS}`} className="flex justify-center gap-3">
        {Array.from({ length: PIN_DIGITS }, (_, at) => at).map((at) => (
          <span
            key={at}
            className={`size-4 rounded-chip border-2 border-ink ${at < pin.length ? 'bg-ink' : ''} ${start.isBusy ? 'opacity-50' : ''}`}
          />
        ))}
      </div>
      <p
        role="alert"
        className="-my-2 grid min-h-12 place-content-center text-balance text-center font-medium text-rejected"
      >
        {error}
      </p>
      {hasStatus(start.error, 0) ? (
        <Link href={paths.late} className={buttonClass('secondary')}>
          {words.noteInstead}
        </Link>
      ) : null}
      <div className="grid grid-cols-3 gap-3">
        {KEYS.map((digit) => (
          <button key={digit} type="button" className={key} onClick={() => type(digit)}>
            {digit}
          </button>
        ))}
        <span />
        <button type="button" className={key} onClick={() => type('0')}>
          0
        </button>
        <button type="button" className={key} aria-label={words.pinDelete} onClick={deleteDigit}>
          <Delete aria-hidden="true" className="size-6" />
        </button>
      </div>
      {onOther ? (
        <Button look="quiet" onClick={onOther}>
          {words.pinOther}
        </Button>
      ) : null}
    </Page>
  )
}

/** The page to which the next cashier comes back. */
type PinRequest = { next?: string }

/** Lets the next cashier enter a PIN, and then comes back to this page. */
export function usePinRequest(): () => void {
  const [next, navigate] = useLocation()
  return () => {
    storeCashier(null)
    navigate(paths.counter, { state: { next } satisfies PinRequest })
  }
}
