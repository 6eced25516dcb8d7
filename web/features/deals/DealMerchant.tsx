import type { Deal } from '@stampus/contract/deals'
import { ChevronRight } from 'lucide-react'
import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { stretched } from '../../shared/components/stretched.ts'
import { MerchantLogo } from '../../shared/merchants/MerchantLogo.tsx'
import { PhoneLink } from '../../shared/merchants/PhoneLink.tsx'
import { linkTo } from '../../shared/paths.ts'

/** Who gives the deal, with the way to its details (S-2.25). */
export function DealMerchant({ merchant }: { merchant: Deal['merchant'] }) {
  const { id, name, address, contact_number, logo_image, logo_placeholder_image } = merchant
  return (
    <section className="grid gap-3">
      <h2 className="font-bold text-lead">{words.dealMerchant}</h2>
      <div className="group relative flex items-center gap-4 rounded-sheet bg-sheet p-4 shadow-sheet">
        <MerchantLogo
          merchant={{ merchant_logo_url: logo_image, merchant_logo_placeholder_image_url: logo_placeholder_image }}
        />
        <span className="min-w-0 flex-1">
          <Link to={linkTo('merchant', { id })} className={`block font-semibold ${stretched}`}>
            {name}
          </Link>
          <span className="block text-small text-muted">{address}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </div>
      <PhoneLink number={contact_number} />
    </section>
  )
}
