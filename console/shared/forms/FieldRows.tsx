import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { Languages } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Controller, type FieldValues, get, useFormContext } from 'react-hook-form'
import type { FormField } from './fields.tsx'

type Fields = Readonly<Record<string, FormField<unknown, unknown>>>

/** Fields beside each other on wide screens, in a frame if they have a legend. */
export type Group<Name = string> = { legend?: string; names: readonly Name[] }

type RowsProps = {
  fields: Fields
  groups?: readonly Group[] | undefined
  hints?: Readonly<Record<string, ReactNode>> | undefined
  /** What comes before the names in the form, for a record within a record. */
  prefix?: string
}

/** Fields in their order. Those whose names end in `_ms` are the Malay section, unless they are in a group. */
export function FieldRows({ fields, groups = [], hints = {}, prefix = '' }: RowsProps) {
  const groupOf = (name: string) => groups.find(({ names }) => names.includes(name))
  const isMalay = (name: string) => name.endsWith('_ms') && !groupOf(name)
  const names = Object.keys(fields)
  const malay: Group = { names: names.filter(isMalay) }
  const row = (name: string) => (
    <FieldRow key={name} field={fields[name]} name={name} prefix={prefix} hint={hints[name]} />
  )
  const blocks = new Set(names.map((name) => groupOf(name) ?? (isMalay(name) ? malay : { names: [name] })))
  return [...blocks].map((block) => {
    const [first = ''] = block.names
    const rows = block.names.map(row)
    if (block === malay)
      return (
        <MalaySection key={first} names={block.names}>
          {rows}
        </MalaySection>
      )
    return groupOf(first) ? <GroupFrame key={first} {...block} rows={rows} /> : rows
  })
}

type MalayProps = {
  /** The names of the Malay fields: those of the English ones with `_ms`. */
  names: readonly string[]
  children: ReactNode
}

/** The Malay texts of a record, all optional. Closed behind a button while there are none. */
function MalaySection({ names, children }: MalayProps) {
  const { getValues, getFieldState, formState, watch } = useFormContext()
  const [isOpen, setOpen] = useState(() => names.some((name) => getValues(name)))
  const fields = useRef<HTMLFieldSetElement>(null)
  const wasPressed = useRef(false)
  useEffect(() => {
    if (isOpen && wasPressed.current) fields.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [isOpen])
  const open = () => {
    wasPressed.current = true
    setOpen(true)
  }
  if (!isOpen)
    return (
      <Button look="secondary" onClick={open} className="justify-self-start">
        <Languages aria-hidden="true" className="size-4" />
        Add Malay text
      </Button>
    )
  const isEdited = (name: string) => getFieldState(name, formState).isDirty
  const isOutdated = names.some((name) => isEdited(name.replace(/_ms$/, '')) && !isEdited(name) && watch(name))
  return (
    <fieldset ref={fields} className="grid min-w-0 gap-4 rounded-sheet border border-line p-4">
      <legend className="px-1 font-semibold">Malay (optional)</legend>
      <p className="text-small text-muted">If a field is empty, members see the English text.</p>
      {children}
      {isOutdated ? (
        <Notice kind="warning" role="status">
          Check the Malay text too.
        </Notice>
      ) : null}
    </fieldset>
  )
}

function GroupFrame({ legend, rows }: Group & { rows: ReactNode[] }) {
  const columns = rows.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'
  if (!legend) return <div className={`grid items-start gap-4 ${columns}`}>{rows}</div>
  return (
    <fieldset className={`grid min-w-0 items-start gap-4 rounded-sheet border border-line p-4 ${columns}`}>
      <legend className="px-1 font-semibold">{legend}</legend>
      {rows}
    </fieldset>
  )
}

type RowProps = { field: Fields[string] | undefined; name: string; prefix: string; hint: ReactNode }

function FieldRow({ field, name, prefix, hint }: RowProps) {
  const { control } = useFormContext()
  if (!field?.Control) return null
  const { Control } = field
  const validate = (typed: unknown, values: FieldValues) =>
    field.check?.(typed, (other) => get(values, prefix + other)) ?? true
  return (
    <Controller
      control={control}
      name={prefix + name}
      rules={{ validate }}
      render={({ field: { value, onChange, ref }, fieldState }) => (
        <Control
          value={value}
          onChange={onChange}
          ref={ref}
          error={fieldState.error?.message}
          lang={name.endsWith('_ms') ? 'ms' : undefined}
          {...(hint ? { hint } : undefined)}
        />
      )}
    />
  )
}
