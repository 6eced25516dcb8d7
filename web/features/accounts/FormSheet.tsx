import type { ReactNode } from 'react'
import { Title } from '../../shared/components/Title.tsx'
import { settings } from '../../shared/settings.ts'

type Props = { title: string; intro?: ReactNode; drawing?: ReactNode; children: ReactNode }

export function FormSheet({ title, intro, drawing, children }: Props) {
  return (
    <section className="mx-auto w-full max-w-md sm:rounded-sheet sm:bg-sheet sm:p-8 sm:shadow-sheet">
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <Title>{title}</Title>
          {intro ? <div className="mt-1 text-muted">{intro}</div> : null}
        </div>
        {drawing ? <div className="w-[min(7.5rem,34%)] shrink-0 hidden min-[14rem]:block">{drawing}</div> : null}
      </div>
      <div className="mt-6 grid gap-5">{children}</div>
    </section>
  )
}

export function SupportAddress() {
  return (
    <a href={`mailto:${settings.support_email}`} className="text-blue underline underline-offset-4">
      {settings.support_email}
    </a>
  )
}
