import { Button } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { Inbox } from 'lucide-react'
import type { Blocked } from '../../../shared/receipts/deskWork.ts'
import { BlockedDesk } from './BlockedDesk.tsx'
import { ComingCase } from './ComingCase.tsx'

type Props = {
  opened: boolean
  busy: boolean
  fault: string | undefined
  blocked: Blocked | undefined
  unopened: number | undefined
  /** Opens what comes next. */
  onNext: () => void
  /** Tries again what failed. */
  onRetry: () => void
  onOpen: (id: number) => void
}

/** A desk with nothing on it: the receipt is held by somebody else, it failed, it is on its way, or nothing waits. */
export function EmptyDesk({ opened, busy, fault, blocked, unopened, onNext, onRetry, onOpen }: Props) {
  if (blocked) return <BlockedDesk blocked={blocked} onNext={onNext} onOpen={onOpen} />
  if (fault)
    return (
      <div className="grid gap-4">
        <Failure text={fault} retry="Retry" busy={busy} onRetry={onRetry} />
        {unopened === undefined ? null : (
          <Button look="secondary" onClick={onNext} className="justify-self-start">
            Open the next receipt
          </Button>
        )}
      </div>
    )
  if (!opened) return <ComingCase label="Opening the next receipt" columns="lg:grid-cols-[minmax(0,1fr)_27rem]" />
  return (
    <div className="grid flex-1 place-items-center py-16 text-center">
      <div className="grid justify-items-center gap-2">
        <Inbox aria-hidden="true" className="size-12 text-muted" />
        <p className="text-title font-bold">Nothing waits for you</p>
        <p className="text-muted">New receipts appear here by themselves.</p>
      </div>
    </div>
  )
}
