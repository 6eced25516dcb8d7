import { Field } from '@stampus/ui/Field'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import * as words from '#words'

type Props = Pick<ComponentProps<typeof Field>, 'label' | 'name' | 'hint' | 'error' | 'autoComplete'>

/** A field for a password, which can be shown. */
export function PasswordField(props: Props) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          aria-label={isShown ? words.hidePassword : words.showPassword}
          className="grid size-11 place-items-center text-muted"
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      }
    />
  )
}
