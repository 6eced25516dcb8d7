import { Mail, ShieldCheck } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'

/** Mail, and the contact for data protection. */
export function OtherWays() {
  const address = settings.support_email
  return (
    <section className="grid gap-4 rounded-sheet border border-line p-5">
      <h2 className="font-semibold text-lead">{words.contactOther}</h2>
      <Way icon={Mail} title={words.contactMail}>
        <Address to={`mailto:${address}`}>{address}</Address>
      </Way>
      <Way icon={ShieldCheck} title={words.contactData}>
        <Address to={`mailto:${address}?subject=Privacy`}>{words.contactDataMail}</Address>
        <Link
          to={`${linkTo('privacy')}#contact`}
          className="flex min-h-11 items-center text-small text-muted underline underline-offset-4"
        >
          {words.footerPrivacy}
        </Link>
      </Way>
    </section>
  )
}

type WayProps = { icon: ComponentType<{ className?: string }>; title: string; children: ReactNode }

function Way({ icon: Icon, title, children }: WayProps) {
  return (
    <div className="flex items-start gap-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-blue" />
      <div className="min-w-0">
        <h3 className="font-medium">{title}</h3>
        {children}
      </div>
    </div>
  )
}

function Address({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      className="wrap-anywhere inline-flex min-h-11 items-center py-1 font-semibold text-blue underline-offset-4 hover:underline"
    >
      {children}
    </a>
  )
}
