import { Field } from '@stampus/ui/Field'
import { clockTyped } from '../dates.ts'
import { useTypedText } from './typedText.ts'

type Props = { label: string; value: string; onChange: (time: string) => void; error?: string | undefined }

/** A time of day on the 24-hour clock, `HH:MM`, whatever the browser's language. */
export function TimeField({ label, value, onChange, error }: Props) {
  const typed = useTypedText(value, onChange, { read: clockTyped, show: (time) => time })
  return <Field {...typed} label={label} placeholder="HH:MM" autoComplete="off" maxLength={20} error={error} />
}
