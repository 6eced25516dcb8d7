import type { Submission } from '@stampus/contract/submissions'
import { SlipRule } from '@stampus/ui/Slip'
import { useEffect, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { MerchantRules } from '../../../shared/merchants/MerchantRules.tsx'
import type { WaitingDraft } from '../../../shared/receipts/draft.ts'
import { SentWithToday } from '../detail/SentWithToday.tsx'
import { MerchantField } from '../merchant/MerchantField.tsx'
import { ReceiptPicker } from '../picture/ReceiptPicker.tsx'
import { useReadAhead } from '../picture/readingAhead.ts'
import { CorrectionNote } from './CorrectionNote.tsx'
import { withCorrection } from './correction.ts'
import { useDraftKeeping } from './draftKeeping.ts'
import { ReceiptFieldset } from './ReceiptFieldset.tsx'
import { faultOf, fieldsOf, type ReceiptFields, resolverFor } from './receiptForm.ts'
import { Sender } from './Sender.tsx'
import type { SubmissionFormProps } from './SubmissionForm.tsx'
import { useSubmitting } from './submitting.ts'

type Props = SubmissionFormProps & {
  draft: WaitingDraft | null
  corrected: Submission | undefined
  /** Begins an empty form while this one's receipt waits. */
  onAnother: () => void
}

/** Picture, merchant where it is not given, facts, and what sends them. */
export function ReceiptForm({ merchant, rule, dateAsked, draft, corrected, onAnother }: Props) {
  const resolver = useMemo(() => resolverFor(rule), [rule])
  const asked = { merchantId: merchant?.id, rule, dateAsked }
  const defaultValues = withCorrection(fieldsOf(draft, asked), corrected)
  const form = useForm<ReceiptFields>({ resolver, defaultValues })
  const keeping = useDraftKeeping(form, { begun: draft, dateAsked })
  const submitting = useSubmitting(form, { merchantAsked: !merchant, dateAsked, keeping })
  const locked = submitting.waits || submitting.share !== undefined
  const { facts, isReading, problem } = useReadAhead(form, submitting.caller === 'member' && !locked)
  const { setError } = form
  useEffect(() => {
    const fault = faultOf(draft?.file, rule)
    if (fault) setError('receipt_image', { message: fault })
  }, [draft, rule, setError])
  return (
    <form onSubmit={submitting.submit} noValidate className="grid grid-cols-1 gap-6">
      {corrected ? <CorrectionNote corrected={corrected} /> : null}
      <fieldset disabled={locked} className={`grid min-w-0 grid-cols-1 gap-6 ${submitting.waits ? 'opacity-70' : ''}`}>
        <ReceiptPicker form={form} rule={rule} locked={locked} isRead={isReading} problem={problem} />
        {merchant ? <MerchantRules merchant={merchant} /> : <MerchantField form={form} />}
        <ReceiptFieldset form={form} dateAsked={dateAsked} earlierId={submitting.earlierId} read={facts} />
      </fieldset>
      <SlipRule />
      {merchant && !dateAsked && !locked ? <SentWithToday merchantId={merchant.id} /> : null}
      <Sender {...submitting} onAnother={onAnother} />
    </form>
  )
}
