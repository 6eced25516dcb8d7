import { ScanText } from 'lucide-react'
import * as sentences from '#sentences'
import * as words from '#words'
import type { ReceiptFields, ReceiptForm } from '../form/receiptForm.ts'

type Props = {
  form: ReceiptForm
  name: 'purchase_amount' | 'purchase_date' | 'invoice_number'
  /** What the picture says, as the field takes it, and as it is written; nothing where the field says it too. */
  read: string | undefined
  inWords: string
}

/** Offers what the picture says under its field. It fills in nothing by itself, for it may have been misread. */
export function ReadHint({ form, name, read, inWords }: Props) {
  const use = (value: ReceiptFields[typeof name]) => {
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    form.setFocus(name)
  }
  return (
    <div role="status">
      {read ? (
        <p className="flex flex-wrap items-center gap-x-1.5 text-small text-muted">
          <ScanText aria-hidden="true" className="size-4 shrink-0" />
          {sentences.receiptRead(inWords)}
          <button
            type="button"
            onClick={() => use(read)}
            aria-label={sentences.receiptReadUseInFull(inWords)}
            className="inline-flex min-h-11 items-center px-1 font-semibold text-blue underline underline-offset-4"
          >
            {words.receiptReadUse}
          </button>
        </p>
      ) : null}
    </div>
  )
}
