import type { ReactNode } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import type { FormField } from './fields.tsx'
import { MalaySection } from './MalaySection.tsx'

type Fields = Readonly<Record<string, FormField<never, unknown>>>

/** Fields beside each other on wide screens, in a frame if they have a legend. */
export type Group<Name = string> = { legend?: string; names: readonly Name[] }

type RowsProps = {
  fields: Fields
  groups?: readonly Group[] | undefined
  /** Texts below fields, by name. */
  hints?: Readonly<Record<string, ReactNode>> | undefined
}

/** Fields in their order. Those whose names end in `_ms` are the Malay section, unless they are in a group. */
export function FieldRows({ fields, groups = [], hints = {} }: RowsProps) {
  const groupOf = (name: string) => groups.find(({ names }) => names.includes(name))
  const isMalay = (name: string) => name.endsWith('_ms') && !groupOf(name)
  const names = Object.keys(fields)
  const malay: Group = { names: names.filter(isMalay) }
  const row = (name: string) => <FieldRow key={name} fields={fields} name={name} hint={hints[name]} />
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

function GroupFrame({ legend, rows }: Group & { rows: ReactNode[] }) {
  const columns = rows.length > 2 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'
  if (!legend) return <div className={`grid items-start gap-4 ${columns}`}>{rows}</div>
  return (
    <fieldset className={`grid min-w-0 items-start gap-4 rounded-sheet border border-line p-4 ${columns}`}>
      <legend className="px-1 font-semibold">{legend}</legend>
      {rows}
    </fieldset>
  )
}

function FieldRow({ fields, name, hint }: { fields: Fields; name: string; hint: ReactNode }) {
  const { control } = useFormContext()
  const Control = fields[name]?.Control
  if (!Control) return null
  return (
    <Controller
      control={control}
      name={name}
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
