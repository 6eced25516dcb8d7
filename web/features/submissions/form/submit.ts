import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldPath } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import * as words from '#words'
import { CallError, showFieldErrors } from '../../../shared/api/CallError.ts'
import type { Received } from '../../../shared/api/xhr.ts'
import { useIsUnmounted } from '../../../shared/isUnmounted.ts'
import { linkTo } from '../../../shared/paths.ts'
import { type Attempt, currentMember } from '../../../shared/receipts/draft.ts'
import { earlierSubmission, submitErrorText } from '../../../shared/receipts/submitErrors.ts'
import { isStillWaiting, uploadReceipt, useUploads } from '../../../shared/receipts/upload.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { notify } from '../../../shared/toasts.ts'
import type { FormDraft } from './formDraft.ts'
import { draftOf, type ReceiptFields, type ReceiptForm, today } from './receiptFields.ts'

type Asked = { merchantAsked: boolean; dateAsked: boolean; keeping: FormDraft }

export type Submission_ = ReturnType<typeof useSubmit>

/** What the Submit button does: sends a member's receipt, keeps a guest's and leads to login (S-6.01). */
export function useSubmit(form: ReceiptForm, asked: Asked) {
  const { keeping, dateAsked } = asked
  const { attempt } = keeping
  const caller = useCaller()
  const queries = useQueryClient()
  const failing = useSubmitError(form, { fields: shownFields(asked), refusal: useRejection(attempt) })
  const signInFirst = useSignInFirst(keeping.saveNow)
  const isUnmounted = useIsUnmounted()
  const upload = useUploads((uploads) => (attempt ? uploads[attempt.key] : undefined))
  useLeaveWhenSent(attempt)
  const send = form.handleSubmit(async ({ correct, ...fields }) => {
    failing.forget()
    const dateSent = attempt && !attempt.refusal ? attempt.purchaseDate : today()
    const purchase_date = dateAsked ? fields.purchase_date : dateSent
    const receipt_image = fields.receipt_image as File
    const receipt = { ...fields, purchase_date, receipt_image, ...(correct && { corrects: correct }) }
    const fault = await uploadReceipt({ ...keeping.prepare(purchase_date), receipt }, queries)
    if (!fault || isStillWaiting(fault)) return
    keeping.rest()
    if (isUnmounted.current) notify({ type: 'error', title: words.receiptNotSent, message: submitErrorText(fault) })
    else failing.show(fault)
  })
  const pressed = useRef(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pressed.current) return
    pressed.current = true
    // What a guest has begun is kept and goes on after the login; of an empty form nothing could.
    const checksFirst = caller === 'member' || !draftOf(form.getValues(), dateAsked)
    await (checksFirst ? send(event) : signInFirst(caller)).finally(() => {
      pressed.current = false
    })
  }
  const cancel = () => {
    keeping.rest()
    upload?.stop()
  }
  const waits = attempt?.waits === true && !upload
  return {
    submit,
    cancel,
    caller,
    waits,
    share: upload?.share,
    failure: failing.failure,
    earlierId: failing.earlierId,
  }
}

function useCaller(): 'guest' | 'unverified' | 'member' {
  const user = useSession((session) => session.user)
  if (!user) return 'guest'
  return user.email_verified_at ? 'member' : 'unverified'
}

/** What was said of an attempt, once: the drafts are read anew whenever another tab keeps one. */
function useRejection(attempt: Attempt | undefined): Received | undefined {
  const told = useRef(attempt)
  const isTold = told.current?.key === attempt?.key && !told.current?.refusal === !attempt?.refusal
  if (!isTold) told.current = attempt
  return told.current?.refusal
}

function useSignInFirst(saveNow: () => Promise<void>) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async (caller: 'guest' | 'unverified') => {
    await saveNow()
    navigate(caller === 'guest' ? linkTo('login', {}, { redirect: pathname }) : linkTo('verifyEmail'))
  }
}

/** S-8.05: once the receipt has arrived, by this form's doing or another's, its draft is gone and the history shows it. */
function useLeaveWhenSent(attempt: Attempt | undefined) {
  const navigate = useNavigate()
  const waited = useRef(false)
  useEffect(() => {
    if (waited.current && !attempt && currentMember() !== null) navigate(linkTo('submissions'), { replace: true })
    waited.current = attempt?.waits === true
  }, [attempt, navigate])
}

function shownFields({ merchantAsked, dateAsked }: Asked): FieldPath<ReceiptFields>[] {
  return [
    'receipt_image',
    ...(merchantAsked ? ['merchant_id' as const] : []),
    'purchase_amount',
    ...(dateAsked ? ['purchase_date' as const] : []),
    'invoice_number',
  ]
}

type Shown = { fields: FieldPath<ReceiptFields>[]; refusal: Received | undefined }

/** `isFinal`: a rule refused it, and the same again would be refused again. */
type Failure = { words: string; isFinal: boolean }

/** What went wrong, under its field or above the button, until something is changed or it holds no longer (S-8.04). */
export function useSubmitError(form: ReceiptForm, { fields, refusal }: Shown) {
  const [failure, setFailure] = useState<Failure>()
  const [earlierId, setEarlierId] = useState<number>()
  const show = (fault: CallError) => {
    setEarlierId(earlierSubmission(fault))
    if (!showFieldErrors(fault, fields, form.setError)) {
      setFailure({ words: submitErrorText(fault), isFinal: fault.status === 422 })
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
