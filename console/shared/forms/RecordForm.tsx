import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEventHandler, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { CallError, generalError, setFieldErrors } from '../api/api.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

type SaveCall<Input, Thing> = UseMutationResult<{ data: Thing }, Error, Input>

type RecordFormOptions<Values extends FieldValues, Thing, Added, Changed> = {
  /** The record as it was loaded; undefined for a new one. */
  opened: Thing | undefined
  /** The values of the form at first and after each save. */
  toFormValues: (thing: Thing | undefined) => Values
  /** The fields that can have an error, in the order of the form. */
  fields: readonly Path<Values>[]
  adding: SaveCall<Added, Thing>
  changing: SaveCall<Changed, Thing>
  toCreateInput: (values: Values) => Added
  toChangeInput: (values: Values, thing: Thing) => Changed
  /** Returns what to confirm before these values are saved, or undefined. */
  confirmationFor?: (values: Values, thing: Thing | undefined) => Answered | Promise<Answered>
  onSaved: (thing: Thing) => void
}

/** A question before saving; `title` and `action` replace the standard ones. */
export type Confirmation = { words: ReactNode; title?: string; action?: string }
type Answered = string | Confirmation | undefined

/** A question that is open, with its two answers. */
type PendingConfirmation = Confirmation & { goOn: () => void; giveUp: () => void }

/** The state of a form that creates a record and then changes it, each time in its newest version. */
export function useRecordForm<Values extends FieldValues, Thing, Added, Changed>(
  props: RecordFormOptions<Values, Thing, Added, Changed>,
) {
  const { opened, toFormValues, fields, adding, changing, toCreateInput, toChangeInput, confirmationFor, onSaved } =
    props
  const [thing, setThing] = useState(opened)
  const form = useForm<Values>({ defaultValues: toFormValues(opened) as DefaultValues<Values> })
  const [doubt, setDoubt] = useState<{ doubt: Confirmation; values: Values }>()
  const checking = useRef(false)
  const [isChecking, setChecking] = useState(false)
  const { isPending: isSending, error } = thing ? changing : adding
  const isPending = isSending || isChecking
  const outcome = {
    onSuccess: ({ data }: { data: Thing }) => {
      setThing(data)
      form.reset(toFormValues(data))
      onSaved(data)
    },
    onError: (error: Error) => setFieldErrors(error, [...fields], form.setError),
  }
  const send = (values: Values) => {
    if (thing) changing.mutate(toChangeInput(values, thing), outcome)
    else adding.mutate(toCreateInput(values), outcome)
  }
  const save = async (values: Values) => {
    if (isPending || checking.current) return
    checking.current = true
    setChecking(true)
    const answered = await Promise.resolve(confirmationFor?.(values, thing)).finally(() => {
      checking.current = false
      // Synchronously: the form must have its focus back before a dialog takes it, so that closing the dialog returns
      // it.
      flushSync(() => setChecking(false))
    })
    if (answered) setDoubt({ doubt: typeof answered === 'string' ? { words: answered } : answered, values })
    else send(values)
  }
  const giveUp = () => setDoubt(undefined)
  const goOn = (values: Values) => {
    giveUp()
    send(values)
  }
  const asked: PendingConfirmation | undefined = doubt && { ...doubt.doubt, goOn: () => goOn(doubt.values), giveUp }
  return { form, thing, isPending, error, asked, save: form.handleSubmit(save) }
}

type SavedFormProps = {
  save: FormEventHandler
  isPending: boolean
  error: Error | null
  asked?: PendingConfirmation | undefined
  unsaved: boolean
  shownFields: readonly string[]
  onReload?: (() => void) | undefined
  /** The text of the save button. */
  action: string
  /** More buttons. */
  more?: ReactNode
  children: ReactNode
}

/** The form of a record. Its fields are disabled while it saves, and leaving it unsaved asks for confirmation. */
export function RecordForm({ save, isPending, error, asked, unsaved, children, ...rest }: SavedFormProps) {
  const { shownFields, onReload, action, more } = rest
  const fields = useRestingFields(isPending)
  return (
    <form onSubmit={save} noValidate className="grid max-w-2xl gap-5">
      <fieldset ref={fields} disabled={isPending} className="grid min-w-0 gap-5">
        {children}
      </fieldset>
      <FormError error={error} shownFields={[...shownFields]} onReload={onReload} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isPending}>
          {action}
        </Button>
        {more}
      </div>
      {asked ? <SaveConfirmation {...asked} /> : null}
      <UnsavedGuard unsaved={unsaved} />
    </form>
  )
}

function SaveConfirmation({ words, title = 'Save anyway?', action = 'Save', goOn, giveUp }: PendingConfirmation) {
  return (
    <ConfirmDialog title={title} action={action} look="primary" onConfirm={goOn} onClose={giveUp}>
      {typeof words === 'string' ? <p>{words}</p> : words}
    </ConfirmDialog>
  )
}

/** A disabled field loses the focus. Afterwards the first invalid field gets it, or else the field that had it. */
function useRestingFields(resting: boolean) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const held = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (resting) {
      held.current = document.activeElement
      return
    }
    const refused = fields.current?.querySelector('[aria-invalid]')
    const next = held.current && (refused ?? held.current)
    held.current = null
    if (next instanceof HTMLElement) next.focus()
  }, [resting])
  return fields
}

type FormFaultProps = {
  error: Error | null
  shownFields: string[]
  /** Loads the record again. */
  onReload?: (() => void) | undefined
}

/** The error of a form as a whole. After a conflict it offers to load the current version. */
export function FormError({ error, shownFields, onReload }: FormFaultProps) {
  const text = generalError(error, shownFields)
  if (!text) return null
  return (
    <Notice kind="error" role="alert">
      <p>{text}</p>
      {onReload && error instanceof CallError && error.status === 409 ? (
        <>
          <p className="mt-1 text-small">Nothing of yours was saved. What you typed is lost when you open it anew.</p>
          <Button look="secondary" onClick={onReload} className="mt-3">
            Open it as it is now
          </Button>
        </>
      ) : null}
    </Notice>
  )
}
