import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field } from '../Field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'trailing'> & {
  /** The name of a button that shows the password. */
  show?: string | undefined
}

export function PasswordField({ show, ...field }: Props) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const toggle = show && (
    <button
      type="button"
      aria-label={show}
      aria-pressed={isShown}
      onClick={() => setShown(!isShown)}
      className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-4"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
  return (
    <Field {...field} type={isShown ? 'text' : 'password'} trailing={toggle} autoCapitalize="none" spellCheck={false} />
  )
}
