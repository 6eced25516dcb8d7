import type { EndpointWith } from '@stampus/contract/endpoint'
import { Button } from '@stampus/ui/Button'
import { generalError } from '@stampus/ui/fieldErrors'
import { Notice } from '@stampus/ui/Notice'
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DefaultValues, FormProvider, useForm } from 'react-hook-form'
import { CallError, showFieldErrors } from '../api/api.ts'
import { useCall } from '../api/queries.ts'
import type { RecordPageFormProps } from '../components/RecordPage.tsx'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { FieldRows, type Group } from './FieldRows.tsx'
import { type FieldsOf, inputOf, namesOf, type ValuesOf, valuesOf } from './fields.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

type Seen = { id: number; version: number }
type Answer<Item> = { data: Item }

type Props<Item extends Seen, Input, Fields> = RecordPageFormProps<Item> & {
  /** One for each part of the input, in the order of the form. */
  fields: Fields & FieldsOf<Item, Input>
  groups?: Group<keyof Fields & string>[]
  /** Absent for records that are added elsewhere. */
  create?: EndpointWith<Input, Answer<Item>>
  change: EndpointWith<Input & Record<keyof Seen, number | string>, Answer<Item>>
  invalidates: string[]
  add?: string
  hints?: (values: ValuesOf<Fields>, record: Item | undefined) => Partial<Record<keyof Fields, ReactNode>>
  /** What to confirm before these values are saved. */
  confirmationFor?: (values: ValuesOf<Fields>, record: Item | undefined) => Question | Promise<Question>
  /** The input of the call, where a field depends on another one. */
  toInput?: (values: ValuesOf<Fields>, record: Item | undefined) => Input
  /** The values that a new record begins with, such as those of a copy. */
  initialValues?: ValuesOf<Fields> | undefined
  /** The record in its newest version, if something else than this form changes it too. */
  current?: Item | undefined
  onUnsaved?: (isUnsaved: boolean) => void
  more?: (record: Item | undefined) => ReactNode
  children?: (record: Item | undefined) => ReactNode
}

/** A question before saving; `title` and `action` replace the standard ones. */
export type Confirmation = { text: ReactNode; title?: string; action?: string }
type Question = string | Confirmation | undefined

/** Creates a record and then changes it, in its newest version. Fields are disabled while it saves; leaving asks. */
export function RecordForm<Item extends Seen, Input, Fields extends object>(props: Props<Item, Input, Fields>) {
  const { fields, groups, hints, add, onUnsaved, onReload, more, children } = props
  const { form, record, isPending, error, dialog, save } = useSaving(props)
  const { isDirty } = form.formState
  useEffect(() => onUnsaved?.(isDirty), [isDirty, onUnsaved])
  const fieldset = useDisabledFields(isPending)
  return (
    <FormProvider {...form}>
      <form onSubmit={save} noValidate className="grid max-w-2xl gap-5">
        <fieldset ref={fieldset} disabled={isPending} className="grid min-w-0 gap-5">
          <SavingContext value={isPending}>
            <FieldRows fields={fields} groups={groups} hints={hints?.(form.watch(), record)} />
            {children?.(record)}
          </SavingContext>
        </fieldset>
        <FormError error={error} shownFields={namesOf(fields)} onReload={onReload} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isBusy={isPending}>
            {record ? 'Save' : (add ?? 'Save')}
          </Button>
          {more?.(record)}
        </div>
        {dialog}
        <UnsavedGuard isUnsaved={isDirty} />
      </form>
    </FormProvider>
  )
}

/** The form of a record page, from its fields and calls. */
export const recordForm =
  <Item extends Seen, Input, Fields extends object>(
    facts: Omit<Props<Item, Input, Fields>, keyof RecordPageFormProps<Item>>,
  ) =>
  (page: RecordPageFormProps<Item>) => <RecordForm {...page} {...(facts as Props<Item, Input, Fields>)} />

const SavingContext = createContext(false)

/** Whether the form of a control is being saved, for a control that the browser does not disable. */
export const useIsSaving = () => useContext(SavingContext)

/** Checks, asks, sends and shows the errors, one save at a time. */
function useSaving<Item extends Seen, Input, Fields extends object>(props: Props<Item, Input, Fields>) {
  const { opened, current, fields, create, change, invalidates, confirmationFor, onSaved } = props
  type Values = ValuesOf<Fields>
  const [saved, setSaved] = useState(opened)
  const record = current ?? saved
  const form = useForm<Values>({
    defaultValues: (props.initialValues ?? valuesOf(fields, opened)) as DefaultValues<Values>,
  })
  const [question, setQuestion] = useState<{ confirmation: Confirmation; values: Values }>()
  const checking = useRef(false)
  const [isChecking, setChecking] = useState(false)
  const sending = useCall(record || !create ? change : create, invalidates)
  const isPending = sending.isPending || isChecking
  const send = (values: Values) => {
    const input = props.toInput?.(values, record) ?? inputOf<Input>(fields, values)
    sending.mutate(record ? { ...input, id: record.id, version: record.version } : input, {
      onSuccess: ({ data }) => {
        setSaved(data)
        form.reset(valuesOf(fields, data))
        onSaved(data)
      },
      onError: (failure) => showFieldErrors(failure, namesOf(fields), form.setError),
    })
  }
  const save = async (values: Values) => {
    if (isPending || checking.current) return
    checking.current = true
    setChecking(true)
    const answer = await Promise.resolve(confirmationFor?.(values, record)).finally(() => {
      checking.current = false
      // Synchronously: the form must have its focus back before a dialog takes it, so that closing the dialog returns it.
      flushSync(() => setChecking(false))
    })
    if (answer) setQuestion({ confirmation: typeof answer === 'string' ? { text: answer } : answer, values })
    else send(values)
  }
  const close = () => setQuestion(undefined)
  const confirm = () => {
    close()
    if (question) send(question.values)
  }
  const { text, title = 'Save anyway?', action = 'Save' } = question?.confirmation ?? {}
  const dialog = question && (
    <ConfirmDialog title={title} action={action} look="primary" onConfirm={confirm} onClose={close}>
      {typeof text === 'string' ? <p>{text}</p> : text}
    </ConfirmDialog>
  )
  return { form, record, isPending, error: sending.error, dialog, save: form.handleSubmit(save) }
}

/** A disabled field loses the focus. Afterwards the first invalid field gets it, or else the field that had it. */
function useDisabledFields(isDisabled: boolean) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const focusedBefore = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (isDisabled) {
      focusedBefore.current = document.activeElement
      return
    }
    const firstInvalid = fields.current?.querySelector('[aria-invalid]')
    const next = focusedBefore.current && (firstInvalid ?? focusedBefore.current)
    focusedBefore.current = null
    if (next instanceof HTMLElement) next.focus()
  }, [isDisabled])
  return fields
}

type FormErrorProps = {
  error: Error | null
  shownFields: string[]
  /** Loads the record again. */
  onReload?: (() => void) | undefined
}

/** The error of a form as a whole. After a conflict it offers to load the current version. */
export function FormError({ error, shownFields, onReload }: FormErrorProps) {
  const text = generalError(error, shownFields)
  if (!text) return null
  return (
    <Notice kind="error" role="alert">
      <p>{text}</p>
      {onReload && error instanceof CallError && error.status === 409 ? (
        <>
          <p className="mt-1 text-small">Your changes are not saved. If you load the current version, you lose them.</p>
          <Button look="secondary" onClick={onReload} className="mt-3">
            Load current version
          </Button>
        </>
      ) : null}
    </Notice>
  )
}
