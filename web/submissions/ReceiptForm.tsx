import { SlipRule } from '@stampus/ui/Slip'
import { useEffect, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import type { WaitingDraft } from './draft.ts'
import { useDraftKeeping } from './draftKeeping.ts'
import { MerchantField } from './MerchantField.tsx'
import { ReceiptFieldset } from './ReceiptFieldset.tsx'
import { ReceiptPicker } from './ReceiptPicker.tsx'
import { faultOf, fieldsOf, type ReceiptFields, resolverFor } from './receiptForm.ts'
import { Sender } from './Sender.tsx'
import type { SubmissionFormProps } from './SubmissionForm.tsx'
import { useSubmitting } from './submitting.ts'

/** Picture, merchant where it is not given, facts, and what sends them. */
export function ReceiptForm({
  merchant,
  rule,
  dateAsked,
  draft,
}: SubmissionFormProps & { draft: WaitingDraft | null }) {
  const resolver = useMemo(() => resolverFor(rule), [rule])
  const defaultValues = fieldsOf(draft, { merchantId: merchant?.id, rule, dateAsked })
  const form = useForm<ReceiptFields>({ resolver, defaultValues })
  const keeping = useDraftKeeping(form, { begun: draft, dateAsked })
  const submitting = useSubmitting(form, { merchantAsked: !merchant, dateAsked, keeping })
  const { setError } = form
  useEffect(() => {
    const fault = faultOf(draft?.file, rule)
    if (fault) setError('receipt_image', { message: fault })
  }, [draft, rule, setError])
  return (
    <form onSubmit={submitting.submit} noValidate className="grid gap-6">
      <ReceiptPicker form={form} rule={rule} />
      {merchant ? null : <MerchantField form={form} />}
      <ReceiptFieldset form={form} dateAsked={dateAsked} earlierId={submitting.earlierId} />
      <SlipRule />
      <Sender {...submitting} />
    </form>
  )
}
