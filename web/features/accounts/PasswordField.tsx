import { Field } from '@stampus/ui/Field'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import * as words from '#words'

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  const toggle = (
    <button
      type="button"
      aria-label={words.passwordShow}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
      className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-4"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
  return (
    <Field {...props} type={shown ? 'text' : 'password'} trailing={toggle} autoCapitalize="none" spellCheck={false} />
  )
}
