import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import type { FieldPath } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import * as words from '#words'
import type { Received } from '../../../shared/api/sender.ts'
import { useLeft } from '../../../shared/left.ts'
import { notify } from '../../../shared/notifications.ts'
import { linkTo } from '../../../shared/paths.ts'
import { deliver, staysWaiting, useDeliveries } from '../../../shared/receipts/delivery.ts'
import { type Attempt, currentMember } from '../../../shared/receipts/draft.ts'
import { wordsFor } from '../../../shared/receipts/refusals.ts'
import { useSession } from '../../../shared/storage/session.ts'
import type { Keeping } from './draftKeeping.ts'
import { useFailing } from './failing.ts'
import { draftOf, type ReceiptFields, type ReceiptForm, today } from './receiptForm.ts'

type Asked = { merchantAsked: boolean; dateAsked: boolean; keeping: Keeping }

export type Submitting = ReturnType<typeof useSubmitting>

/** What the Submit button does: sends a member's receipt, keeps a guest's and leads to login (S-6.01). */
export function useSubmitting(form: ReceiptForm, asked: Asked) {
  const { keeping, dateAsked } = asked
  const { attempt } = keeping
  const caller = useCaller()
  const queries = useQueryClient()
  const failing = useFailing(form, { fields: shownFields(asked), refusal: useRefusal(attempt) })
  const signInFirst = useSignInFirst(keeping.keepNow)
  const left = useLeft()
  const underWay = useDeliveries((deliveries) => (attempt ? deliveries[attempt.key] : undefined))
  useLeaveWhenSent(attempt)
  const send = form.handleSubmit(async ({ correct, ...fields }) => {
    failing.forget()
    const dateSent = attempt && !attempt.refusal ? attempt.purchaseDate : today()
    const purchase_date = dateAsked ? fields.purchase_date : dateSent
    const receipt_image = fields.receipt_image as File
    const receipt = { ...fields, purchase_date, receipt_image, ...(correct && { corrects: correct }) }
    const fault = await deliver({ ...keeping.prepare(purchase_date), receipt }, queries)
    if (!fault || staysWaiting(fault)) return
    keeping.rest()
    if (left.current) notify({ type: 'error', title: words.receiptNotSent, message: wordsFor(fault) })
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
    underWay?.stop()
  }
  const waits = attempt?.waits === true && !underWay
  return {
    submit,
    cancel,
    caller,
    waits,
    share: underWay?.share,
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
function useRefusal(attempt: Attempt | undefined): Received | undefined {
  const told = useRef(attempt)
  const isTold = told.current?.key === attempt?.key && !told.current?.refusal === !attempt?.refusal
  if (!isTold) told.current = attempt
  return told.current?.refusal
}

function useSignInFirst(keepNow: () => Promise<void>) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async (caller: 'guest' | 'unverified') => {
    await keepNow()
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
