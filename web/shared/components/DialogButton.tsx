import { Button } from '@stampus/ui/Button'
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'

type Props = Omit<ComponentProps<typeof Button>, 'children'> & {
  icon: ComponentType<{ className?: string }>
  label: string
  children: (close: () => void) => ReactNode
}

export function DialogButton({ icon: Icon, label, children, ...button }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" className="justify-self-start" {...button} onClick={() => setOpen(true)}>
        <Icon aria-hidden="true" className="size-5" />
        {label}
      </Button>
      {isOpen ? children(() => setOpen(false)) : null}
    </>
  )
}
