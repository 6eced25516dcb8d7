import { buttonClass } from '@stampus/ui/Button'
import type { ChangeEvent, ComponentPropsWithRef } from 'react'

type Props = Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'type'> & {
  look: Parameters<typeof buttonClass>[0]
  onChoose: (file: File) => void
}

/** A button that opens the file chooser, or the camera with `capture`. `className` is the button's. */
export function FileButton({ look, className = '', onChoose, children, ...input }: Props) {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (file) onChoose(file)
  }
  return (
    <label className={buttonClass(look, `${focusClass} ${className}`)}>
      {children}
      <input {...input} type="file" onChange={choose} className="absolute inset-0 cursor-pointer opacity-0" />
    </label>
  )
}

const focusClass =
  'relative has-focus-visible:outline-3 has-focus-visible:outline-blue has-focus-visible:outline-offset-2'
