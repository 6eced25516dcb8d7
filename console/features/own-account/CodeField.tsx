import { Field } from '@stampus/ui/Field'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<typeof Field>, 'label'>

/** A code of the second factor. Takes the props of react-hook-form's `register`. */
export function CodeField({ hint = 'Six digits of your app, or one of your recovery codes.', ...rest }: Props) {
  return <Field {...rest} label="Code" hint={hint} autoComplete="one-time-code" spellCheck={false} required />
}
