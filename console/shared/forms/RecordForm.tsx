import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEventHandler, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { CallError, generalError, showFieldErrors } from '../api/api.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

type SaveCall<Input, Item> = UseMutationResult<{ data: Item }, Error, Input>

type RecordFormOptions<Values extends FieldValues, Item, Added, Changed> = {
  /** The record as it was loaded; undefined for a new one. */
  opened: Item | undefined
  /** The values of the form at first and after each save. */
  toFormValues: (record: Item | undefined) => Values
  /** The fields that can have an error, in the order of the form. */
  fields: readonly Path<Values>[]
  adding: SaveCall<Added, Item>
  changing: SaveCall<Changed, Item>
  toCreateInput: (values: Values) => Added
  toChangeInput: (values: Values, record: Item) => Changed
  /** Returns what to confirm before these values are saved, or undefined. */
  confirmationFor?: (values: Values, record: Item | undefined) => Question | Promise<Question>
  onSaved: (record: Item) => void
}

/** A question before saving; `title` and `action` replace the standard ones. */
export type Confirmation = { text: ReactNode; title?: string; action?: string }
type Question = string | Confirmation | undefined

/** An open question with its two answers. */
type OpenConfirmation = Confirmation & { onConfirm: () => void; onCancel: () => void }

/** The state of a form that creates a record and then changes it, each time in its newest version. */
export function useRecordForm<Values extends FieldValues, Item, Added, Changed>(
  options: RecordFormOptions<Values, Item, Added, Changed>,
) {
  const { opened, toFormValues, fields, adding, changing, toCreateInput, toChangeInput, confirmationFor, onSaved } =
    options
  const [record, setRecord] = useState(opened)
  const form = useForm<Values>({ defaultValues: toFormValues(opened) as DefaultValues<Values> })
  const [question, setQuestion] = useState<{ confirmation: Confirmation; values: Values }>()
  const checking = useRef(false)
  const [isChecking, setChecking] = useState(false)
  const { isPending: isSending, error } = record ? changing : adding
  const isPending = isSending || isChecking
  const outcome = {
    onSuccess: ({ data }: { data: Item }) => {
      setRecord(data)
      form.reset(toFormValues(data))
      onSaved(data)
    },
    onError: (failure: Error) => showFieldErrors(failure, [...fields], form.setError),
  }
  const send = (values: Values) => {
    if (record) changing.mutate(toChangeInput(values, record), outcome)
    else adding.mutate(toCreateInput(values), outcome)
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
  const onCancel = () => setQuestion(undefined)
  const onConfirm = (values: Values) => {
    onCancel()
    send(values)
  }
  const confirmation: OpenConfirmation | undefined = question && {
    ...question.confirmation,
    onConfirm: () => onConfirm(question.values),
    onCancel,
  }
  const isUnsaved = form.formState.isDirty
  return { form, record, isPending, isUnsaved, shownFields: fields, error, confirmation, save: form.handleSubmit(save) }
}

type RecordFormProps = {
  save: FormEventHandler
  isPending: boolean
  error: Error | null
  confirmation?: OpenConfirmation | undefined
  isUnsaved: boolean
  shownFields: readonly string[]
  onReload?: (() => void) | undefined
  /** The text of the save button. */
  action: string
  /** More buttons. */
  more?: ReactNode
  children: ReactNode
}

/** The form of a record. Its fields are disabled while it saves, and leaving it unsaved asks for confirmation. */
export function RecordForm({ save, isPending, error, confirmation, isUnsaved, children, ...rest }: RecordFormProps) {
  const { shownFields, onReload, action, more } = rest
  const fields = useDisabledFields(isPending)
  return (
    <form onSubmit={save} noValidate className="grid max-w-2xl gap-5">
      <fieldset ref={fields} disabled={isPending} className="grid min-w-0 gap-5">
        {children}
      </fieldset>
      <FormError error={error} shownFields={[...shownFields]} onReload={onReload} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isPending}>
          {action}
        </Button>
        {more}
      </div>
      {confirmation ? <SaveConfirmation {...confirmation} /> : null}
      <UnsavedGuard isUnsaved={isUnsaved} />
    </form>
  )
}

function SaveConfirmation({ text, title = 'Save anyway?', action = 'Save', onConfirm, onCancel }: OpenConfirmation) {
  return (
    <ConfirmDialog title={title} action={action} look="primary" onConfirm={onConfirm} onClose={onCancel}>
      {typeof text === 'string' ? <p>{text}</p> : text}
    </ConfirmDialog>
  )
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
