import type { PictureRule } from '@stampus/contract/pictures'
import { FieldFault } from '@stampus/ui/Field'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { ChooseButtons } from './ChooseButtons.tsx'
import { useFilesFromOutside } from './filesFromOutside.ts'
import { ReceiptPreview } from './ReceiptPreview.tsx'
import { faultOf, type ReceiptForm } from './receiptForm.ts'

/** The receipt's picture: photographed, chosen, pasted or dropped. A file that breaks the rule is refused at once (S-5.06 to S-5.08). */
export function ReceiptPicker({ form, rule }: { form: ReceiptForm; rule: PictureRule }) {
  const id = useId()
  const { field, fieldState } = useController({ control: form.control, name: 'receipt_image' })
  const take = (file: File) => {
    const fault = faultOf(file, rule)
    if (fault) return form.setError('receipt_image', { message: fault })
    form.clearErrors('receipt_image')
    field.onChange(file)
  }
  const dragging = useFilesFromOutside(take)
  const error = fieldState.error?.message
  const described = error ? `${id}-error` : undefined
  return (
    <fieldset aria-describedby={described} className="min-w-0">
      <legend className="mb-1.5 font-semibold">Receipt picture</legend>
      <div className={`rounded-sheet border-2 bg-sheet p-4 sm:p-6 ${edge(dragging, error)}`}>
        {field.value ? (
          <ReceiptPreview file={field.value} onRemove={() => field.onChange(null)} />
        ) : (
          <Invitation dragging={dragging} />
        )}
        <ChooseButtons rule={rule} again={field.value !== null} onChoose={take} inputRef={field.ref} />
      </div>
      {error ? <FieldFault id={`${id}-error`} text={error} /> : null}
    </fieldset>
  )
}

function edge(dragging: boolean, error: string | undefined): string {
  if (dragging) return 'border-blue bg-wash'
  return `border-dashed ${error ? 'border-rejected' : 'border-edge'}`
}

function Invitation({ dragging }: { dragging: boolean }) {
  return (
    <div className="mb-4 text-center">
      <p className="font-semibold text-lead">
        {dragging ? 'Let go to take this picture' : 'Show us the whole receipt'}
      </p>
      <p className="mt-1 text-small text-soft">Date, total and invoice number should be readable.</p>
      <p className="hidden text-small text-soft pointer-fine:block">You can also drop it here or paste it.</p>
    </div>
  )
}
