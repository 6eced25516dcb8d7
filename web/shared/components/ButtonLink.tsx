import { type ButtonLook, buttonClass } from '@stampus/ui/Button'
import type { ComponentProps, ComponentType } from 'react'
import { Link } from './Link.tsx'

type Props = Omit<ComponentProps<typeof Link>, 'children'> & {
  label: string
  look?: ButtonLook
  icon?: ComponentType<{ className?: string }>
}

export function ButtonLink({ label, look, icon: Icon, className, ...link }: Props) {
  return (
    <Link {...link} className={buttonClass(look, className)}>
      {Icon ? <Icon className="size-5" /> : null}
      {label}
    </Link>
  )
}
