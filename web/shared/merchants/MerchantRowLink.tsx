import { ChevronRight } from 'lucide-react'
import { Link, stretchedLink } from '../components/Link.tsx'
import { linkTo } from '../paths.ts'
import { MerchantLogo } from './MerchantDetails.tsx'

type Named = {
  id: number
  name: string
  address: string
  logo_image: string | null
  logo_placeholder_image: string | null
}

/** Logo, name and address of a merchant, with a link to its page. */
export function MerchantRowLink({ merchant }: { merchant: Named }) {
  const { id, name, address, logo_image, logo_placeholder_image } = merchant
  return (
    <div className="group relative flex flex-wrap items-center gap-4 rounded-sheet bg-sheet p-4 shadow-sheet">
      <MerchantLogo
        merchant={{ merchant_logo_url: logo_image, merchant_logo_placeholder_image_url: logo_placeholder_image }}
      />
      <span className="min-w-0 flex-1 basis-32">
        <Link to={linkTo('merchant', { id })} className={`block font-semibold ${stretchedLink}`}>
          {name}
        </Link>
        <span className="block text-small text-muted">{address}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted max-[20rem]:hidden" />
    </div>
  )
}
