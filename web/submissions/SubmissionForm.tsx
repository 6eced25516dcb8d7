import type { Merchant } from '@stampus/contract/merchants'
import type { PictureRule } from '@stampus/contract/pictures'
import { Skeleton } from '@stampus/ui/Skeleton'
import { Waiting } from '@stampus/ui/Waiting'
import { useWaitingDraft } from './draftKeeping.ts'
import { ReceiptForm } from './ReceiptForm.tsx'

export type SubmissionFormProps = {
  /** The merchant whose page this is; without one the form asks for it. */
  merchant?: Merchant
  rule: PictureRule
  /** Whether the form asks for the purchase date, or sends today's (S-5.11). */
  dateAsked: boolean
}

/** The one form that sends a receipt. It begins with the draft that waits for it. */
export function SubmissionForm(props: SubmissionFormProps) {
  const draft = useWaitingDraft()
  return draft === undefined ? <FormWait /> : <ReceiptForm {...props} draft={draft} />
}

function FormWait() {
  return (
    <Waiting label="Loading the form" className="grid gap-5">
      <Skeleton className="h-52 w-full rounded-sheet" />
      <Skeleton className="h-18 w-full" />
      <Skeleton className="h-18 w-full" />
      <Skeleton className="h-14 w-full" />
    </Waiting>
  )
}
