import { Button, type ButtonLook } from '@stampus/ui/Button'
import { type ComponentType, type ReactNode, useState } from 'react'

export type DialogButtonProps = {
  text: string
  icon?: ComponentType<{ className?: string }>
  look?: ButtonLook
  className?: string
  /** What screen readers get in place of the text. */
  label?: string
}

type Props = DialogButtonProps & { dialog: (close: () => void) => ReactNode }

export function DialogButton({ text, icon: Icon, look = 'secondary', className, label, dialog }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look={look} className={className} aria-label={label} onClick={() => setOpen(true)}>
        {Icon ? <Icon aria-hidden="true" className="size-4" /> : null}
        {text}
      </Button>
      {isOpen ? dialog(() => setOpen(false)) : null}
    </>
  )
}
