import type { ComponentProps } from 'react'
import { Link } from './Link.tsx'

type Props = Omit<ComponentProps<typeof Link>, 'children' | 'className'> & { label: string }

export function TextLink({ label, ...link }: Props) {
  const look = 'inline-flex min-h-11 items-center font-semibold text-blue underline underline-offset-4'
  return (
    <Link {...link} className={look}>
      {label}
    </Link>
  )
}
