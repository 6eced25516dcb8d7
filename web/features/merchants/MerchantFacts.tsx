import type { Merchant } from '@stampus/contract/merchants'
import { MapPin } from 'lucide-react'
import { Title } from '../../shared/components/Title.tsx'
import { MerchantLogo } from '../../shared/merchants/MerchantLogo.tsx'
import { PhoneLink } from '../../shared/merchants/PhoneLink.tsx'

/** Who the merchant is: the head of its page. */
export function MerchantHead({ merchant }: { merchant: Merchant }) {
  return (
    <header className="flex flex-wrap items-center gap-4 sm:gap-6">
      <MerchantLogo merchant={merchant} size="large" />
      <div className="min-w-0 flex-1 basis-52">
        <Title>{merchant.name}</Title>
        <p className="text-muted">{merchant.category.name}</p>
      </div>
    </header>
  )
}

/** Where the merchant is and how to call it. */
export function MerchantFacts({ merchant }: { merchant: Merchant }) {
  return (
    <address className="grid gap-2 not-italic">
      {merchant.address ? (
        <p className="flex items-start gap-3">
          <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
          {merchant.address}
        </p>
      ) : null}
      <PhoneLink number={merchant.contact_number} />
    </address>
  )
}
