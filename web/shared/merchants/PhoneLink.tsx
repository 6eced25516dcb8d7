import { Phone } from 'lucide-react'

/** A number to call by a press; nothing where there is none. */
export function PhoneLink({ number }: { number: string }) {
  if (!number) return null
  return (
    <a
      href={`tel:${number.replace(/[^+\d]/g, '')}`}
      className="inline-flex min-h-11 items-center gap-3 text-blue underline-offset-4 hover:underline"
    >
      <Phone aria-hidden="true" className="size-5 shrink-0" />
      <span className="tabular-nums">{number}</span>
    </a>
  )
}
