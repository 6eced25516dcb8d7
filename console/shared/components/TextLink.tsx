import type { ReactNode } from 'react'
import { Link } from 'react-router'

const look = 'font-semibold text-blue underline underline-offset-4'

/** A link or button outside a sentence, high enough for a thumb. */
export const textLinkClass = `inline-flex min-h-11 items-center ${look}`

type Props = { to: string; target?: '_blank'; isInSentence?: boolean; children: ReactNode }

export function TextLink({ to, target, isInSentence = false, children }: Props) {
  return (
    <Link to={to} target={target} className={isInSentence ? look : textLinkClass}>
      {children}
    </Link>
  )
}
