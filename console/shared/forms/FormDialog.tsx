import type { EndpointWith } from '@stampus/contract/endpoint'
import { Dialog } from '@stampus/ui/Dialog'
import { generalError } from '@stampus/ui/fieldErrors'
import type { ReactNode } from 'react'
import { type DefaultValues, FormProvider, useForm } from 'react-hook-form'
import { showFieldErrors } from '../api/api.ts'
import { useCall } from '../api/queries.ts'
import { SubmitActions } from '../dialogs/ConfirmDialog.tsx'
import { showToast } from '../toasts.ts'
import { FieldRows, type Group } from './FieldRows.tsx'
import { type FieldsOf, inputOf, namesOf, type ValuesOf, valuesOf } from './fields.tsx'

type Props<Item, Given, Sent, Answer, Fields> = {
  title: string
  action: string
  fields: Fields & FieldsOf<Item, Given>
  groups?: Group<keyof Fields & string>[]
  call: EndpointWith<Sent, Answer>
  invalidates: string[]
  item?: Item | undefined
  /** The input of the call: that of the fields, and what the form does not ask for. */
  toInput: (given: Given) => Sent
  done: (answer: Answer, sent: Sent) => string
  onDone?: (answer: Answer) => void
  onClose: () => void
  above?: ReactNode
}

/** A form in a dialog, which stays open until the call succeeds or is cancelled. */
export function FormDialog<Item extends object, Given, Sent, Answer, Fields extends object>(
  props: Props<Item, Given, Sent, Answer, Fields>,
) {
  const { title, action, fields, groups, call, invalidates, item, toInput, done, onDone, onClose, above } = props
  type Values = ValuesOf<Fields>
  const form = useForm<Values>({ defaultValues: valuesOf(fields, item) as DefaultValues<Values> })
  const sending = useCall(call, invalidates)
  const names = namesOf(fields)
  const send = (values: Values) => {
    if (sending.isPending) return
    const sent = toInput(inputOf<Given>(fields, values))
    sending.mutate(sent, {
      onSuccess: (answer) => {
        showToast(done(answer, sent))
        onClose()
        onDone?.(answer)
      },
      onError: (error) => showFieldErrors(error, names, form.setError),
    })
  }
  return (
    <FormProvider {...form}>
      <Dialog title={title} error={generalError(sending.error, names)} isBusy={sending.isPending} onClose={onClose}>
        <form noValidate onSubmit={form.handleSubmit(send)} className="grid gap-4">
          {above}
          <FieldRows fields={fields} groups={groups} />
          <SubmitActions action={action} isBusy={sending.isPending} />
        </form>
      </Dialog>
    </FormProvider>
  )
}
