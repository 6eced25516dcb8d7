import type { Appeal, Status } from '@stampus/contract/submissions'
import { Hourglass, MessageSquareText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import * as words from '#words'
import { When } from '../../../shared/components/When.tsx'
import { isAppealWaiting } from '../../../shared/receipts/decisionUpdates.ts'

type Props = {
  appeal: Appeal
  status: Status
  /** True right after it was sent: moves the focus here. */
  isJustSent: boolean
}

/** An appeal, with its status: waiting, answered, or no longer needed because the rejection was undone. */
export function AppealRecord({ appeal, status, isJustSent }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isJustSent) heading.current?.focus()
  }, [isJustSent])
  return (
    <section className="grid gap-4 rounded-sheet border border-line px-[min(1.25rem,6.25vw)] py-4">
      <div>
        <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {words.appealYours}
          </h2>
          <When at={appeal.created_at} className="text-small text-muted" />
        </div>
        {isAppealWaiting({ status, appeal }) ? <Wait /> : null}
        <p className="whitespace-pre-line">{appeal.message}</p>
      </div>
      {appeal.outcome ? <Answer appeal={appeal} status={status} /> : null}
      {!appeal.outcome && status !== 'rejected' ? (
        <p className="border-line border-t pt-4">{words.appealMoot}</p>
      ) : null}
    </section>
  )
}

function Wait() {
  return (
    <p role="status" className="mb-3 flex items-start gap-2 border-line border-b pb-3 font-medium">
      <Hourglass aria-hidden="true" className="mt-1 size-4 shrink-0" />
      {words.appealWaits}
    </p>
  )
}

function Answer({ appeal, status }: { appeal: Appeal; status: Status }) {
  return (
    <div role="status" className="border-line border-t pt-4">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="flex items-start gap-2 font-semibold">
          <MessageSquareText aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-blue" />
          {outcomeText(appeal, status)}
        </h3>
        {appeal.answered_at ? <When at={appeal.answered_at} className="text-small text-muted" /> : null}
      </div>
      <p className="whitespace-pre-line">{appeal.answer}</p>
    </div>
  )
}

function outcomeText({ outcome }: Appeal, status: Status): string {
  if (outcome === 'kept') return words.appealKept
  return status === 'pending' ? words.appealReopened : words.appealReviewed
}
