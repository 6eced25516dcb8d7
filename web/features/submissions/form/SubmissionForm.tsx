import type { Merchant } from '@stampus/contract/merchants'
import type { Submission } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import type { PictureRule } from '@stampus/contract/values/pictures'
import { Failure } from '@stampus/ui/Failure'
import { Skeleton } from '@stampus/ui/Skeleton'
import { Waiting } from '@stampus/ui/Waiting'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as words from '#words'
import { useDrafts } from '../../../shared/receipts/draft.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { Invitation } from '../picture/ReceiptPicker.tsx'
import { useCorrected } from './correction.ts'
import { useWaitingDraft } from './draftKeeping.ts'
import { ReceiptForm } from './ReceiptForm.tsx'

export type SubmissionFormProps = {
  /** The merchant whose page this is; without one the form asks for it. */
  merchant?: Merchant
  rule: PictureRule
  /** Whether the form asks for the purchase date, or sends today's (S-5.11). */
  dateAsked: boolean
}

type BegunProps = SubmissionFormProps & { correct: number | undefined; corrected: Submission | undefined }

/** The one form that sends a receipt. A correction first loads the receipt it corrects, unless this browser keeps a draft of it. */
export function SubmissionForm(props: SubmissionFormProps) {
  const { correct, corrected, query } = useCorrected()
  const isBegun = useDrafts(({ kept }) => kept.some((draft) => correct !== undefined && draft.correct === correct))
  if (query?.isPending) return <FormWait />
  if (query?.isLoadingError && !isBegun)
    return (
      <Failure
        text={texts.submissionFailed}
        retry={words.retry}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  return <BegunForm key={correct} {...props} correct={correct} corrected={corrected} />
}

/** It begins with the draft that waits for it, and anew for the next person. */
function BegunForm({ correct, corrected, ...props }: BegunProps) {
  const turn = useTurn()
  const [search] = useSearchParams()
  const [others, setOthers] = useState(0)
  // A correction begins with no draft but its own.
  const id = correct ? undefined : (search.get('draft') ?? undefined)
  const draft = useWaitingDraft({ turn, id, merchantId: props.merchant?.id, correct })
  if (draft === undefined) return <FormWait />
  return (
    <ReceiptForm
      key={`${turn} ${id} ${others}`}
      {...props}
      draft={others ? null : draft}
      corrected={others ? undefined : corrected}
      onAnother={() => setOthers(others + 1)}
    />
  )
}

/** Counts up when a member goes: nothing of theirs stays in the form (D-03). A guest who signs in stays the same person. */
function useTurn(): number {
  const member = useSession((session) => session.user?.id ?? null)
  const [turn, setTurn] = useState({ member, count: 0 })
  if (turn.member === member) return turn.count
  const count = turn.member === null ? turn.count : turn.count + 1
  setTurn({ member, count })
  return count
}

/** As high as the form of a merchant's own page, so that nothing below it moves; what is asked for stands there already. */
function FormWait() {
  return (
    <div className="grid content-start gap-6">
      <div aria-hidden="true">
        <p className="mb-1.5 font-semibold">{words.receiptPicture}</p>
        <div className="rounded-sheet border-2 border-border-strong border-dashed bg-sheet p-4 sm:p-6">
          <Invitation />
          <div className="flex flex-wrap justify-center gap-3">
            <Skeleton className="h-11 w-44 pointer-fine:hidden" />
            <Skeleton className="h-11 w-53" />
          </div>
        </div>
      </div>
      <Waiting label={words.receiptFormWait} className="grid gap-5">
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-19 w-full sm:hidden" />
        <Skeleton className="h-14 w-60 sm:h-9" />
        <Skeleton className="h-14 w-full" />
      </Waiting>
    </div>
  )
}
