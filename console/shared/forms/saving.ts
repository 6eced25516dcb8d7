import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { showFaults } from '../api/faults.ts'

type Call<Input, Thing> = UseMutationResult<{ data: Thing }, Error, Input>

type Props<Values extends FieldValues, Thing, Added, Changed> = {
  /** The thing as it was opened; absent for a new one. */
  opened: Thing | undefined
  /** What the form begins with, and holds again after each saving. */
  valuesOf: (thing: Thing | undefined) => Values
  /** The fields that the server may refuse, in the order of the form. */
  fields: readonly Path<Values>[]
  adding: Call<Added, Thing>
  changing: Call<Changed, Thing>
  inputOf: (values: Values) => Added
  changeOf: (values: Values, thing: Thing) => Changed
  /** What is asked about such values before they are saved; undefined where nothing is. */
  doubtOf?: (values: Values, thing: Thing | undefined) => Answered | Promise<Answered>
  onSaved: (thing: Thing) => void
}

/** A question before saving: what it says, and where that fits better, its own title and button. */
export type Doubt = { words: ReactNode; title?: string; action?: string }
type Answered = string | Doubt | undefined

/** A doubt about what is saved, and the ways on from it. */
export type Asked = Doubt & { goOn: () => void; giveUp: () => void }

/** The form of a thing that is added once and changed from then on, each time in its newest version. */
export function useSaving<Values extends FieldValues, Thing, Added, Changed>(
  props: Props<Values, Thing, Added, Changed>,
) {
  const { opened, valuesOf, fields, adding, changing, inputOf, changeOf, doubtOf, onSaved } = props
  const [thing, setThing] = useState(opened)
  const form = useForm<Values>({ defaultValues: valuesOf(opened) as DefaultValues<Values> })
  const [doubt, setDoubt] = useState<{ doubt: Doubt; values: Values }>()
  const checking = useRef(false)
  const [isChecking, setChecking] = useState(false)
  const { isPending: isSending, error } = thing ? changing : adding
  const isPending = isSending || isChecking
  const outcome = {
    onSuccess: ({ data }: { data: Thing }) => {
      setThing(data)
      form.reset(valuesOf(data))
      onSaved(data)
    },
    onError: (fault: Error) => showFaults(fault, [...fields], form.setError),
  }
  const send = (values: Values) => {
    if (thing) changing.mutate(changeOf(values, thing), outcome)
    else adding.mutate(inputOf(values), outcome)
  }
  const save = async (values: Values) => {
    if (isPending || checking.current) return
    checking.current = true
    setChecking(true)
    const answered = await Promise.resolve(doubtOf?.(values, thing)).finally(() => {
      checking.current = false
      // At once: the form has its focus back before a dialog takes it, and gets it again when that closes.
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
  const asked: Asked | undefined = doubt && { ...doubt.doubt, goOn: () => goOn(doubt.values), giveUp }
  return { form, thing, isPending, error, asked, save: form.handleSubmit(save) }
}
