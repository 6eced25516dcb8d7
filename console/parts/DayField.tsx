import { Field } from '@stampus/ui/Field'

type Props = {
  label: string
  value: string | undefined
  onChange: (day: string) => void
  error?: string | undefined
}

/** A day that narrows a list; empty for none. */
export function DayField({ label, value = '', onChange, error }: Props) {
  return (
    <Field label={label} type="date" value={value} error={error} onChange={({ target }) => onChange(target.value)} />
  )
}
