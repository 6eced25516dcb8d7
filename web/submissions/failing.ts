import { useEffect, useRef, useState } from 'react'
import type { FieldPath } from 'react-hook-form'
import { CallError } from '../app/CallError.ts'
import { showFieldFaults } from '../app/fieldFaults.ts'
import type { Received } from '../app/sender.ts'
import type { ReceiptFields, ReceiptForm } from './receiptForm.ts'
import { earlierSubmission, wordsFor } from './refusals.ts'

type Shown = { fields: FieldPath<ReceiptFields>[]; refusal: Received | undefined }

/** What went wrong, under its field or above the button, until something is changed (S-8.04). */
export function useFailing(form: ReceiptForm, { fields, refusal }: Shown) {
  const [failure, setFailure] = useState<string>()
  const [earlierId, setEarlierId] = useState<number>()
  const show = (fault: CallError) => {
    setEarlierId(earlierSubmission(fault))
    if (!showFieldFaults(fault, fields, form.setError)) setFailure(wordsFor(fault))
  }
  const forget = () => {
    setFailure(undefined)
    setEarlierId(undefined)
  }
  const latest = useRef(show)
  latest.current = show
  // Only now do its fields take the focus: while the receipt was under way they were locked.
  useEffect(() => {
    if (refusal) latest.current(new CallError(refusal))
  }, [refusal])
  const { subscribe } = form
  useEffect(() => {
    return subscribe({
      formState: { values: true },
      callback: () => {
        setFailure(undefined)
        setEarlierId(undefined)
      },
    })
  }, [subscribe])
  return { failure, earlierId, show, forget }
}
