import { buttonClass } from '@stampus/ui/Button'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import type { ComponentType, ReactNode } from 'react'
import { Link } from './Link.tsx'
import { Title } from './Title.tsx'

type Props = {
  icon: ComponentType<{ className?: string }>
  text: string
  /** The links, most useful first. */
  ways: { to: string; label: string }[]
  children: ReactNode
}

/** Shown when the item of a page does not exist. */
export function MissingItem({ icon: Icon, text, ways, children }: Props) {
  return (
    <section className="mx-auto max-w-md py-12 text-center">
      <Icon aria-hidden="true" className="mx-auto mb-4 size-10 text-muted" />
      <Title>{text}</Title>
      <p className="mt-3 mb-8 text-muted">{children}</p>
      <p className="flex flex-wrap justify-center gap-3">
        {ways.map(({ to, label }, place) => (
          <Link key={to} to={to} className={buttonClass(place === 0 ? 'primary' : 'secondary')}>
            {label}
          </Link>
        ))}
      </p>
    </section>
  )
}

/** The placeholder of an article with a picture. */
export function ArticleSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className="grid gap-5">
      <Skeleton className="aspect-video w-full rounded-sheet" />
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="h-32 w-full" />
    </Loading>
  )
}
