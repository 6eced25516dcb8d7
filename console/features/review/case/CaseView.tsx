import type { DeskPicture, Signal } from '@stampus/contract/console/evidence'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { Inbox } from 'lucide-react'
import { type ComponentProps, type ReactNode, useCallback, useEffect, useState } from 'react'
import { KeyButton } from '../../../shared/components/KeyButton.tsx'
import { ReceiptViewer } from '../../../shared/receipts/ReceiptViewer.tsx'
import { LookAlikeList } from '../../../shared/receipts/Signals.tsx'
import { useShortcuts } from '../../../shared/shortcuts.ts'

const columns = 'grid min-h-0 flex-1 gap-4 lg:grid-cols-[minmax(0,1fr)_27rem]'

type Props = Omit<ComponentProps<typeof ReceiptViewer>, 'picture'> & {
  picture: DeskPicture | null
  look?: string
  children: ReactNode
}

/** One case of a queue: the picture, compared with another one or not, beside the facts and the actions. */
export function CaseView({ picture, look = '', children, ...viewer }: Props) {
  return (
    <div className={`${columns} ${look}`}>
      {picture ? (
        <ReceiptViewer picture={picture} {...viewer} />
      ) : (
        <p className="grid place-items-center p-8 text-muted">
          The picture was deleted with the account, or after its storage time.
        </p>
      )}
      <section aria-label={viewer.name} className="flex min-h-0 flex-col gap-3">
        {children}
      </section>
    </div>
  )
}

const GLANCE_MS = 250

/** Whether the picture was on screen long enough. A double click on the previous receipt must not approve this one. */
export function usePictureSeen(): [seen: boolean, setShown: () => void] {
  const [shown, setShown] = useState(false)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(setSeen, GLANCE_MS, true)
    return () => clearTimeout(timer)
  }, [shown])
  return [seen, useCallback(() => setShown(true), [])]
}

export function CaseSkeleton({ label, look = '' }: { label: string; look?: string }) {
  return (
    <Loading label={label} className={`${columns} ${look}`}>
      <Skeleton className="h-[55dvh] w-full lg:h-full" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    </Loading>
  )
}

/** A queue without cases that fills the screen. */
export function EmptyQueue({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid flex-1 place-items-center py-16 text-center">
      <div className="grid justify-items-center gap-2">
        <Inbox aria-hidden="true" className="size-12 text-muted" />
        <p className="font-bold text-title">{title}</p>
        <p className="text-muted">{text}</p>
      </div>
    </div>
  )
}

export function CaseError({ error, signals = [] }: { error: string | undefined; signals?: Signal[] }) {
  if (!error) return null
  return (
    <Notice kind="error" role="alert">
      {error}
      <LookAlikeList signals={signals} />
    </Notice>
  )
}

/** The case was closed elsewhere while it was open here. */
export function ClosedCase({ text, next, onNext }: { text: string; next: string; onNext: () => void }) {
  return (
    <>
      <Notice kind="info" role="status">
        {text}
      </Notice>
      <Button onClick={onNext}>{next}</Button>
    </>
  )
}

/** A button of a case and its key. It may be pressed too early: then it does nothing and looks disabled. */
type CaseAction = { key: string; name: ReactNode; press: () => void; isEarly?: boolean; isBusy?: boolean }

type ActionBarProps = {
  main: CaseAction & { look?: string }
  others: CaseAction[]
  /** Keys without a button. */
  keys?: Record<string, () => void>
  /** While a form is open, no key acts: the typed text would be lost. */
  isOff?: boolean
  look: string
  children?: ReactNode
}

/** The actions of a case, by button and key. On narrow screens they stay at the bottom. */
export function ActionBar({ main, others, keys, isOff = false, look, children }: ActionBarProps) {
  const acting = Object.fromEntries([main, ...others].map(({ key, press }) => [key.toLowerCase(), press]))
  useShortcuts(isOff ? {} : { ...acting, ...keys })
  return (
    <div
      className={`sticky bottom-0 z-10 grid gap-2 border-line border-t bg-paper py-2 lg:static lg:mx-0 lg:border-t-0 lg:p-0 ${look}`}
    >
      {children}
      <CaseButton action={main} className={`px-1.5! ${main.look ?? ''}`} />
      <div className="grid auto-cols-[minmax(max-content,1fr)] grid-flow-col gap-1.5">
        {others.map((action) => (
          <CaseButton key={action.key} action={action} look="secondary" className="gap-1.5! px-1!" />
        ))}
      </div>
    </div>
  )
}

type CaseButtonProps = { action: CaseAction; look?: 'secondary'; className: string }

function CaseButton({ action: { key, name, press, isEarly, isBusy = false }, look, className }: CaseButtonProps) {
  return (
    <KeyButton
      shortcut={key}
      {...(look && { look })}
      isBusy={isBusy}
      aria-disabled={isEarly}
      onClick={press}
      className={`whitespace-nowrap ${className}`}
    >
      {name}
    </KeyButton>
  )
}
