import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import * as words from '#words'

export function Page({ title, back, children }: { title: string; back?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${words.pageTitle}`
    heading.current?.focus()
  }, [title])
  return (
    <main id="main" className="mx-auto grid w-full max-w-md content-start gap-5 p-4">
      {back ? (
        <Link href={back} className="-my-2 inline-flex min-h-11 items-center gap-2 justify-self-start text-blue">
          <ArrowLeft aria-hidden="true" className="size-5" />
          {words.back}
        </Link>
      ) : null}
      <h1 ref={heading} tabIndex={-1} className="wrap-anywhere font-bold text-title outline-none">
        {title}
      </h1>
      {children}
    </main>
  )
}
