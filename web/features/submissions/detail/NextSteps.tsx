import { type Submission, show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { FileCheck, MessageSquareText, ReceiptText } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as words from '#words'
import { q } from '../../../shared/api/api.ts'
import { lazyWithRetry } from '../../../shared/components/LazyPart.tsx'
import { ButtonLink } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { isAppealWaiting } from '../../../shared/receipts/decisionUpdates.ts'
import { appealDraft, readMessageDraft } from '../../../shared/storage/messageDrafts.ts'

const AppealForm = lazyWithRetry(async () => (await import('./AppealForm.tsx')).AppealForm)

export function NextSteps({ submission, onAppealed }: { submission: Submission; onAppealed: () => void }) {
  const { id, appeal, receipt_image_url, approved_instead, corrected_by } = submission
  const mayCorrect = useMayResubmit(submission)
  const waits = isAppealWaiting(submission)
  // A receipt without a picture cannot be reviewed again, and an approved purchase earns no second time.
  const mayAppeal = appeal === null && receipt_image_url !== '' && !approved_instead
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(() => Boolean(readMessageDraft(appealDraft(id))?.message.trim()))
  const close = () => {
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }
  return (
    <>
      {approved_instead && appeal === null ? <p>{texts.appealApproved}</p> : null}
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        {corrected_by ? (
          <ButtonLink
            to={linkTo('submission', { id: corrected_by })}
            icon={ReceiptText}
            label={words.submissionSeeCorrected}
          />
        ) : null}
        {mayCorrect && waits ? (
          <p className="w-full text-small text-muted">{words.submissionCorrectMeanwhile}</p>
        ) : null}
        {mayCorrect ? (
          <ButtonLink
            to={linkTo('submit', {}, { correct: String(id) })}
            state={{ fromSubmission: true }}
            look={corrected_by || waits ? 'secondary' : 'primary'}
            icon={FileCheck}
            label={words.submissionCorrect}
          />
        ) : null}
        {approved_instead && approved_instead !== corrected_by ? (
          <ButtonLink
            to={linkTo('submission', { id: approved_instead })}
            icon={ReceiptText}
            label={words.appealSeeApproved}
          />
        ) : null}
        {mayAppeal && !open ? (
          <Button ref={opener} look="secondary" onClick={() => setOpen(true)}>
            <MessageSquareText aria-hidden="true" className="size-5" />
            {words.appealTitle}
          </Button>
        ) : null}
      </div>
      {mayAppeal && open ? (
        <Suspense fallback={<Skeleton className="h-96 w-full rounded-sheet" />}>
          <AppealForm id={id} onSent={onAppealed} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Members cannot resubmit if a resubmission waits or is approved, or another receipt of the purchase is approved. */
function useMayResubmit({ corrected_by, approved_instead, may_send_again }: Submission): boolean {
  const { data } = useQuery({ ...q(show, { id: corrected_by ?? 0 }), enabled: Boolean(corrected_by) })
  return !approved_instead && may_send_again !== false && (!corrected_by || data?.data.status === 'rejected')
}
