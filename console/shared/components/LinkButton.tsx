import { type ButtonLook, buttonClass } from '@stampus/ui/Button'
import type { ComponentType } from 'react'
import { Link } from 'react-router'

type Props = {
  to: string
  look?: ButtonLook
  icon?: ComponentType<{ className?: string }>
  className?: string
  children: string
}

export function LinkButton({ to, look = 'secondary', icon: Icon, className, children }: Props) {
  return (
    <Link to={to} className={buttonClass(look, className)}>
      {Icon ? <Icon aria-hidden="true" className="size-4" /> : null}
      {children}
    </Link>
  )
}
