import { useEffect, useRef, useState } from 'react'
import type { FieldPath } from 'react-hook-form'
import { CallError } from '../../../shared/api/CallError.ts'
import { showFieldFaults } from '../../../shared/api/fieldFaults.ts'
import type { Received } from '../../../shared/api/sender.ts'
import { earlierSubmission, wordsFor } from '../../../shared/receipts/refusals.ts'
import type { ReceiptFields, ReceiptForm } from './receiptForm.ts'

type Shown = { fields: FieldPath<ReceiptFields>[]; refusal: Received | undefined }

/** `isFinal`: a rule refused it, and the same again would be refused again. */
type Failure = { words: string; isFinal: boolean }

/** What went wrong, under its field or above the button, until something is changed or it holds no longer (S-8.04). */
export function useFailing(form: ReceiptForm, { fields, refusal }: Shown) {
  const [failure, setFailure] = useState<Failure>()
  const [earlierId, setEarlierId] = useState<number>()
  const show = (fault: CallError) => {
    setEarlierId(earlierSubmission(fault))
    if (!showFieldFaults(fault, fields, form.setError)) {
      setFailure({ words: wordsFor(fault), isFinal: fault.status === 422 })
    }
  }
  const forget = () => {
    setFailure(undefined)
    setEarlierId(undefined)
  }
  /** A form that was not sent since a reload would not look at its fields again by itself. */
  const withdraw = () => {
    forget()
    form.clearErrors(fields.filter((field) => form.getFieldState(field).error?.type === 'server'))
  }
  const latest = useRef({ show, withdraw })
  latest.current = { show, withdraw }
  // Only now do its fields take the focus: while the receipt was under way they were locked.
  useEffect(() => {
    if (refusal) latest.current.show(new CallError(refusal))
    else latest.current.withdraw()
  }, [refusal])
  const { subscribe } = form
  useEffect(() => {
    return subscribe({ formState: { values: true }, callback: () => latest.current.withdraw() })
  }, [subscribe])
  return { failure, earlierId, show, forget }
}
