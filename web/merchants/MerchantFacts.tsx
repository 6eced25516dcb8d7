import type { Merchant } from '@stampus/contract/merchants'
import { MapPin, Phone } from 'lucide-react'
import { Title } from '../app/Title.tsx'
import { MerchantLogo } from './MerchantLogo.tsx'

/** Who the merchant is: the head of its page. */
export function MerchantHead({ merchant }: { merchant: Merchant }) {
  return (
    <header className="flex items-center gap-4 sm:gap-6">
      <MerchantLogo merchant={merchant} size="large" />
      <div className="min-w-0">
        <Title>{merchant.name}</Title>
        <p className="text-soft">{merchant.category.name}</p>
      </div>
    </header>
  )
}

/** Where the merchant is and how to call it. */
export function MerchantFacts({ merchant }: { merchant: Merchant }) {
  return (
    <address className="grid gap-2 not-italic">
      <p className="flex items-start gap-3">
        <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-soft" />
        {merchant.address}
      </p>
      <PhoneLink number={merchant.contact_number} />
    </address>
  )
}

function PhoneLink({ number }: { number: string }) {
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
