import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { FieldPath } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import * as words from '#words'
import { CallError, showFieldErrors } from '../../../shared/api/CallError.ts'
import type { HttpResult } from '../../../shared/api/xhr.ts'
import { useOnce } from '../../../shared/forms/useOnce.ts'
import { useIsUnmounted } from '../../../shared/isUnmounted.ts'
import { linkTo } from '../../../shared/paths.ts'
import { currentMember } from '../../../shared/receipts/draft.ts'
import { isStillWaiting, sendDraft, useUploads } from '../../../shared/receipts/outbox.ts'
import type { Attempt, Receipt } from '../../../shared/receipts/receipt.ts'
import { earlierSubmission, submitErrorText } from '../../../shared/receipts/submitErrors.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { showToast } from '../../../shared/toasts.ts'
import type { FormDraft } from './receiptFields.ts'
import { draftOf, type ReceiptForm, today } from './receiptFields.ts'

type SubmitOptions = {
  asksForMerchant: boolean
  asksForDate: boolean
  formDraft: FormDraft
  /** Whether a complete form may be sent now. */
  mayBeSent: (fields: Pick<Receipt, 'purchase_amount'>) => boolean
}

export type SubmitState = ReturnType<typeof useSubmit>

/** The submit handler: sends a member's receipt. For a guest it saves the draft and goes to the login. */
export function useSubmit(form: ReceiptForm, options: SubmitOptions) {
  const { formDraft, asksForDate, mayBeSent } = options
  const { attempt } = formDraft
  const visitor = useVisitor()
  const queries = useQueryClient()
  const submitError = useSubmitError(form, { fields: shownFields(options), uploadError: useUploadError(attempt) })
  const signInFirst = useSignInFirst(formDraft.saveNow)
  const isUnmounted = useIsUnmounted()
  const upload = useUploads((uploads) => (attempt ? uploads[attempt.key] : undefined))
  useLeaveWhenSent(attempt)
  const send = form.handleSubmit(async (receipt) => {
    if (!mayBeSent(receipt)) return
    submitError.forget()
    const dateSent = attempt && !attempt.refusal ? attempt.purchaseDate : today()
    const id = formDraft.prepare(asksForDate ? receipt.purchase_date : dateSent)
    const error = await sendDraft(id, queries)
    if (!error || isStillWaiting(error)) return
    formDraft.stopWaiting()
    if (isUnmounted.current) showToast({ type: 'error', title: words.receiptNotSent, message: submitErrorText(error) })
    else submitError.show(error)
  })
  const submitOnce = useOnce(async () => {
    // A guest's input is saved and continues after login. An empty form shows its errors instead.
    const sendsNow = visitor === 'member' || !draftOf(form.getValues(), asksForDate)
    await (sendsNow ? send() : signInFirst(visitor))
  })
  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault()
    return submitOnce()
  }
  const cancel = () => {
    formDraft.stopWaiting()
    upload?.stop()
  }
  const waits = attempt?.waits === true && !upload
  return {
    submit,
    cancel,
    visitor,
    waits,
    share: upload?.share,
    failure: submitError.failure,
    earlierId: submitError.earlierId,
  }
}

function useVisitor(): 'guest' | 'unverified' | 'member' {
  const user = useSession((session) => session.user)
  if (!user) return 'guest'
  return user.email_verified_at ? 'member' : 'unverified'
}

/**
 * The error of an upload attempt, stable across renders, because drafts are parsed again whenever another tab saves one.
 */
function useUploadError(attempt: Attempt | undefined): HttpResult | undefined {
  const shown = useRef(attempt)
  const isShown = shown.current?.key === attempt?.key && !shown.current?.refusal === !attempt?.refusal
  if (!isShown) shown.current = attempt
  return shown.current?.refusal
}

function useSignInFirst(saveNow: () => Promise<void>) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async (visitor: 'guest' | 'unverified') => {
    await saveNow()
    navigate(visitor === 'guest' ? linkTo('login', {}, { redirect: pathname }) : linkTo('verifyEmail'))
  }
}

/** Opens the history once the receipt has arrived, sent by this form or by another tab. */
function useLeaveWhenSent(attempt: Attempt | undefined) {
  const navigate = useNavigate()
  const wasWaiting = useRef(false)
  useEffect(() => {
    if (wasWaiting.current && !attempt && currentMember() !== null) navigate(linkTo('submissions'), { replace: true })
    wasWaiting.current = attempt?.waits === true
  }, [attempt, navigate])
}

function shownFields({ asksForMerchant, asksForDate }: SubmitOptions): FieldPath<Receipt>[] {
  return [
    'receipt_image',
    ...(asksForMerchant ? ['merchant_id' as const] : []),
    'purchase_amount',
    ...(asksForDate ? ['purchase_date' as const] : []),
    'invoice_number',
  ]
}

type Shown = { fields: FieldPath<Receipt>[]; uploadError: HttpResult | undefined }

/** `isFinal`: sending the same again would fail again. */
type Failure = { words: string; isFinal: boolean }

/** The errors of the last attempt: under their fields, or above the button. They disappear when the form changes. */
function useSubmitError(form: ReceiptForm, { fields, uploadError }: Shown) {
  const [failure, setFailure] = useState<Failure>()
  const [earlierId, setEarlierId] = useState<number>()
  const show = (error: CallError) => {
    setEarlierId(earlierSubmission(error))
    if (!showFieldErrors(error, fields, form.setError)) {
      setFailure({ words: submitErrorText(error), isFinal: error.status === 422 })
    }
  }
  const forget = () => {
    setFailure(undefined)
    setEarlierId(undefined)
  }
  /** After a reload, the form does not validate again by itself, so clear the server's errors here. */
  const withdraw = () => {
    forget()
    form.clearErrors(fields.filter((field) => form.getFieldState(field).error?.type === 'server'))
  }
  const latest = useRef({ show, withdraw })
  latest.current = { show, withdraw }
  // After the upload, because locked fields cannot take the focus.
  useEffect(() => {
    if (uploadError) latest.current.show(new CallError(uploadError))
    else latest.current.withdraw()
  }, [uploadError])
  const { subscribe } = form
  useEffect(() => {
    return subscribe({ formState: { values: true }, callback: () => latest.current.withdraw() })
  }, [subscribe])
  return { failure, earlierId, show, forget }
}
