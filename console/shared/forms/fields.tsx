import { amountToSend } from '@stampus/contract/values/typedAmounts'
import { Checkbox } from '@stampus/ui/Checkbox'
import { Field } from '@stampus/ui/Field'
import { TextArea } from '@stampus/ui/forms/TextArea'
import type { ComponentProps, ReactNode } from 'react'
import type { Path, RefCallBack } from 'react-hook-form'
import { settings } from '../settings.ts'
import { AmountField } from './AmountField.tsx'
import { DayField } from './DateTimeFields.tsx'
import { MerchantField, type MerchantOption, merchantHint } from './MerchantField.tsx'
import { MerchantsField } from './MerchantsField.tsx'
import { type PictureChoice, PictureField } from './PictureField.tsx'
import { LoadedSelect, type Option, Select, type Source } from './Select.tsx'

/** What a form gives to the control of a field. Its methods let one list hold fields of all kinds. */
export type ControlProps<Typed> = {
  value: Typed
  onChange(typed: Typed): void
  ref: RefCallBack
  error: string | undefined
  /** The language of the text, if it is not that of the page. */
  lang: 'ms' | undefined
  hint?: ReactNode
}

/** A field: what it begins with, what is sent, and its control. Without one, the form shows it outside its rows. */
export interface FormField<Item, Sent, Typed = unknown> {
  /** Without an item the record is new. */
  from(item: Item | undefined, name: string): Typed
  send(typed: Typed): Sent
  /** What is wrong before it is sent, where the server could not name the field. `other` reads another field. */
  check?(typed: Typed, other: (name: string) => unknown): string | undefined
  Control?(props: ControlProps<Typed>): ReactNode
}

/** One field for each part of a call's input, in the order of the form. A missing one is a type error. */
export type FieldsOf<Item, Input> = { [Name in keyof Input]-?: FormField<Item, Input[Name]> }

/** The values of a form as typed. */
export type ValuesOf<F> = {
  [Name in keyof F]: F[Name] extends { from(...given: never[]): infer Typed } ? Typed : never
}

export const namesOf = <F extends object>(fields: F) => Object.keys(fields) as Path<ValuesOf<F>>[]

/** The values that a form begins with. */
export const valuesOf = <F extends object>(fields: F, item: object | undefined) =>
  eachOf<ValuesOf<F>>(fields, (field, name) => field.from(item, name))

/** The input of the call for the typed values. */
export const inputOf = <Input,>(fields: object, values: Record<string, unknown>) =>
  eachOf<Input>(fields, (field, name) => field.send(values[name]))

// Types cannot follow a field from its name to its value: here they are asserted, for all forms.
function eachOf<Result>(
  fields: object,
  toValue: (field: FormField<unknown, unknown>, name: string) => unknown,
): Result {
  const all: [string, FormField<unknown, unknown>][] = Object.entries(fields)
  return Object.fromEntries(all.map(([name, field]) => [name, toValue(field, name)])) as Result
}

type Item = Readonly<Record<string, unknown>>
type TextField = FormField<Item, string, string>

const asText = {
  from: (item: Item | undefined, name: string) => String(item?.[name] ?? ''),
  send: (typed: string) => typed,
}

type InputProps = Partial<Omit<ComponentProps<typeof Field>, 'label' | 'ref'>>

/** One line of text. `more` are props of its input, such as a hint. */
export const line = (label: string, maxLength?: number, more?: InputProps): TextField => ({
  ...asText,
  Control: ({ onChange, ...control }) => (
    <Field
      label={label}
      maxLength={maxLength}
      {...more}
      {...control}
      onChange={({ target }) => onChange(target.value)}
    />
  ),
})

/** A whole number, typed as text. */
export const count = (label: string, more?: InputProps): TextField => ({
  ...line(label, undefined, { inputMode: 'numeric', ...more }),
  send: (typed) => typed.trim(),
})

export const paragraphs = (label: string, max: number, rows: number): TextField => ({
  ...asText,
  Control: ({ hint: _, ...control }) => <TextArea label={label} max={max} rows={rows} {...control} />,
})

/** Several texts in one field, one per line. `separator` is what may also be between them. */
export const lines = (label: string, max: number, rows: number, separator: RegExp | string = '\n') => ({
  ...paragraphs(label, max, rows),
  from: (item: Item | undefined, name: string) => [item?.[name] ?? []].flat().join('\n'),
  send: (typed: string) => typed.split(separator).flatMap((one) => one.trim() || []),
})

/** An amount of money, sent as decimal text. */
export const amount = (label: string, hint?: string): TextField => ({
  ...asText,
  send: (typed) => amountToSend(typed, settings.currency),
  Control: (control) => <AmountField label={label} hint={hint} {...control} />,
})

export const day = (label: string): TextField => ({
  ...asText,
  Control: (control) => <DayField label={label} {...control} />,
})

export const choice = <Value extends string>(label: string, options: Option<Value>[], initial: NoInfer<Value>) => ({
  from: (item: Item | undefined, name: string) => String(item?.[name] ?? initial),
  send: (typed: string) => options.find(({ value }) => value === typed)?.value ?? initial,
  Control: ({ hint: _, ...control }: ControlProps<string>) => <Select label={label} options={options} {...control} />,
})

/** A record of another kind, sent as its id. `of` reads it. */
export const recordChoice = <Thing, Row extends { id: number }>(
  label: string,
  source: Source<Row>,
  of: (item: Thing) => { id: number },
): FormField<Thing, string, string> => ({
  from: (item) => (item ? String(of(item).id) : ''),
  send: (typed) => typed,
  Control: ({ hint: _, ...control }) => <LoadedSelect label={label} source={source} {...control} />,
})

export const checkbox = (label: string, initial: boolean): FormField<Item, boolean, boolean> => ({
  from: (item, name) => Boolean(item?.[name] ?? initial),
  send: (typed) => typed,
  Control: ({ value, onChange, ref, error }) => (
    <Checkbox
      label={label}
      ref={ref}
      error={error}
      checked={value}
      onChange={({ target }) => onChange(target.checked)}
    />
  ),
})

/** An uploaded picture, sent as its key. `of` reads its key and its address. */
export const picture = <Thing,>(
  label: string,
  kind: 'logo' | 'cover',
  of: (item: Thing) => [key: string | null, url: string | null],
): FormField<Thing, string | null, PictureChoice> => ({
  from: (item) => {
    const [key, url] = item ? of(item) : []
    return key && url ? { key, url } : null
  },
  send: (typed) => typed?.key ?? null,
  Control: ({ value, onChange, error }) => (
    <PictureField label={label} kind={kind} value={value} onChange={onChange} error={error} />
  ),
})

/** A merchant, searched by name and sent as its id, or as empty text for the server to reject. */
export const merchant = <Thing,>(
  label: string,
  of: (item: Thing) => MerchantOption | null,
): FormField<Thing, number | '', MerchantOption | null> => ({
  from: (item) => (item ? of(item) : null),
  send: (typed) => typed?.id ?? '',
  Control: ({ value, onChange, error }) => (
    <MerchantField label={label} value={value} onChange={onChange} error={error} hint={merchantHint} />
  ),
})

export const merchants = (legend: string): FormField<{ merchants: MerchantOption[] }, number[], MerchantOption[]> => ({
  from: (item) => item?.merchants ?? [],
  send: (typed) => typed.map(({ id }) => id),
  Control: ({ value, onChange, error }) => (
    <MerchantsField legend={legend} onChange={onChange} error={error} merchants={value} />
  ),
})

/** A field whose value in a new record is not empty. */
export const beginsWith = <Thing, Sent, Typed>(
  initial: () => Typed,
  field: FormField<Thing, Sent, Typed>,
): FormField<Thing, Sent, Typed> => ({
  ...field,
  from: (item, name) => (item ? field.from(item, name) : initial()),
})
