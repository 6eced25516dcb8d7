import { buttonClass } from '@stampus/ui/Button'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { Title } from './Title.tsx'

type Props = {
  icon: ComponentType<{ className?: string }>
  text: string
  way: { to: string; label: string }
  children: ReactNode
}

/** A page whose thing does not exist: its words, and the way on. */
export function Missing({ icon: Icon, text, way, children }: Props) {
  return (
    <section className="mx-auto max-w-md py-12 text-center">
      <Icon aria-hidden="true" className="mx-auto mb-4 size-10 text-soft" />
      <Title>{text}</Title>
      <p className="mt-3 mb-8 text-soft">{children}</p>
      <Link to={way.to} className={buttonClass()}>
        {way.label}
      </Link>
    </section>
  )
}
