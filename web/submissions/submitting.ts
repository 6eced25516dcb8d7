import { create } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldPath } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { showFieldFaults } from '../app/fieldFaults.ts'
import { notify } from '../app/notifications.ts'
import { linkTo } from '../app/paths.ts'
import { useSession } from '../app/session.ts'
import { type ReceiptFields, type ReceiptForm, today } from './receiptForm.ts'
import { earlierSubmission, wordsFor } from './refusals.ts'
import { useSending } from './sending.ts'

type Asked = {
  merchantAsked: boolean
  dateAsked: boolean
  keeping: { keepNow: () => Promise<void>; forget: () => Promise<void> }
}

export type Submitting = ReturnType<typeof useSubmitting>

/** What the Submit button does: sends a member's receipt, keeps a guest's and leads to login (S-6.01). */
export function useSubmitting(form: ReceiptForm, asked: Asked) {
  const caller = useCaller()
  const sending = useSending()
  const [failure, setFailure] = useState<string>()
  const [earlierId, setEarlierId] = useState<number>()
  const finish = useFinish(asked.keeping.forget)
  const signInFirst = useSignInFirst(asked.keeping.keepNow)
  const left = useLeft()
  const { subscribe } = form
  useEffect(() => {
    const forgetRefusal = () => {
      setFailure(undefined)
      setEarlierId(undefined)
    }
    return subscribe({ formState: { values: true }, callback: forgetRefusal })
  }, [subscribe])
  const fail = (fault: unknown) => {
    if (left.current) return notify({ type: 'error', title: 'Receipt not sent', message: wordsFor(fault) })
    setEarlierId(earlierSubmission(fault))
    if (!showFieldFaults(fault, shownFields(asked), form.setError)) setFailure(wordsFor(fault))
  }
  const send = form.handleSubmit(async (fields) => {
    setFailure(undefined)
    void asked.keeping.keepNow()
    const date = asked.dateAsked ? fields.purchase_date : today()
    const receipt_image = fields.receipt_image as File
    try {
      if (await sending.send({ ...fields, receipt_image, purchase_date: date })) await finish(!left.current)
    } catch (fault) {
      fail(fault)
    }
  })
  const underWay = useRef(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (underWay.current) return
    underWay.current = true
    await (caller === 'member' ? send(event) : signInFirst(caller)).finally(() => {
      underWay.current = false
    })
  }
  return { submit, caller, failure, earlierId, share: sending.share, cancel: sending.cancel }
}

function useCaller(): 'guest' | 'unverified' | 'member' {
  const user = useSession((session) => session.user)
  if (!user) return 'guest'
  return user.email_verified_at ? 'member' : 'unverified'
}

function useSignInFirst(keepNow: () => Promise<void>) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async (caller: 'guest' | 'unverified') => {
    await keepNow()
    navigate(caller === 'guest' ? linkTo('login', {}, { redirect: pathname }) : linkTo('verifyEmail'))
  }
}

/** Whether the person has gone to another page while the upload went on. */
function useLeft() {
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  return left
}

/** S-8.05, S-4.13. Who has left the form meanwhile stays where they are. */
function useFinish(forget: () => Promise<void>) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async (go: boolean) => {
    await forget()
    void queries.invalidateQueries({ queryKey: [create.access, create.path] })
    notify({ type: 'success', title: 'Receipt sent', message: texts.submitted })
    if (go) navigate(linkTo('submissions'), { replace: true })
  }
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
