import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { RotateCw, Send, X } from 'lucide-react'
import * as words from '#words'
import { useLoading } from '../../../shared/api/loading.ts'
import { useOnline } from '../../../shared/api/online.ts'
import { PREPARING } from '../../../shared/receipts/preparing.ts'
import { SendingProgress } from './SendingProgress.tsx'
import type { Submitting } from './submitting.ts'
import { WaitNotice } from './WaitNotice.tsx'

type Props = Submitting & { onAnother: () => void }

/** The button that sends, the way of the upload, and what to do when it fails or waits. */
export function Sender(props: Props) {
  const { share, failure, waits } = props
  return (
    <div className="grid gap-4">
      {failure && share === undefined ? (
        <Notice kind="error" role="alert">
          {failure.words}
        </Notice>
      ) : null}
      {waits ? <WaitNotice /> : null}
      {share === undefined ? null : <SendingProgress share={share} />}
      <SenderButtons {...props} />
    </div>
  )
}

function SenderButtons({ share, cancel, failure, waits, caller, onAnother }: Props) {
  const sending = share !== undefined
  const preparing = useLoading(PREPARING)
  const again = waits || failure?.isFinal === false
  const Icon = again ? RotateCw : Send
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={sending || preparing} className="min-h-14 min-w-[min(12rem,100%)] flex-1 text-lead">
        {sending || preparing ? null : <Icon aria-hidden="true" className="size-5" />}
        {sending ? words.receiptSending : again ? <Again waits={waits} /> : submitFor[caller]}
      </Button>
      {sending ? (
        <Button look="secondary" onClick={cancel} className="min-h-14">
          <X aria-hidden="true" className="size-5" />
          {words.receiptCancel}
        </Button>
      ) : null}
      {waits ? (
        <>
          <Button look="secondary" onClick={cancel} className="min-h-14 flex-1">
            {words.receiptKeepAsDraft}
          </Button>
          <Button look="quiet" onClick={onAnother} className="w-full">
            {words.receiptAnother}
          </Button>
        </>
      ) : null}
    </div>
  )
}

function Again({ waits }: { waits: boolean }) {
  const online = useOnline()
  return waits && !online ? words.receiptSendNow : words.retry
}

const submitFor = {
  member: words.receiptSubmit,
  guest: words.receiptSubmitGuest,
  unverified: words.receiptSubmitUnverified,
} as const
