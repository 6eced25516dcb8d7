import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { RotateCw, Send, X } from 'lucide-react'
import type { Submitting } from './submitting.ts'

/** The button that sends, the way of the upload, and what to do when it fails. */
export function Sender({ share, cancel, failure, caller }: Submitting) {
  const sending = share !== undefined
  const Icon = failure ? RotateCw : Send
  return (
    <div className="grid gap-4">
      {failure && !sending ? (
        <Notice kind="error" role="alert">
          {failure}
        </Notice>
      ) : null}
      {sending ? <Progress share={share} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={sending} className="min-h-14 flex-1 text-lead">
          {sending ? null : <Icon aria-hidden="true" className="size-5" />}
          {sending ? 'Sending' : failure ? 'Retry' : words[caller]}
        </Button>
        {sending ? (
          <Button look="secondary" onClick={cancel} className="min-h-14">
            <X aria-hidden="true" className="size-5" />
            Cancel
          </Button>
        ) : null}
      </div>
    </div>
  )
}

const words = {
  member: 'Submit receipt',
  guest: 'Login to submit receipt',
  unverified: 'Verify your email to submit',
} as const

function Progress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div className="grid gap-1.5">
      <p className="flex justify-between text-small tabular-nums">
        <span>{percent < 100 ? 'Sending your receipt' : 'Sent. The picture is being read'}</span>
        <span>{percent} %</span>
      </p>
      <div
        role="progressbar"
        aria-label="Sending your receipt"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2.5 overflow-hidden rounded-chip bg-line"
      >
        <div className="h-full bg-blue transition-[width] duration-200" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
