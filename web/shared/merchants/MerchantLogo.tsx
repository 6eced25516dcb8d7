import { Store } from 'lucide-react'
import { Cover } from '../components/Cover.tsx'

type Logo = { merchant_logo_url: string | null; merchant_logo_placeholder_image_url: string | null }
const sizes = { small: { px: 64, look: 'size-16' }, large: { px: 96, look: 'size-18 sm:size-24' } } as const

/** A merchant's logo, beside its name: it needs no name of its own. */
export function MerchantLogo({ merchant, size = 'small' }: { merchant: Logo; size?: keyof typeof sizes }) {
  const { px, look } = sizes[size]
  return (
    <Cover
      icon={Store}
      src={merchant.merchant_logo_url}
      placeholder={merchant.merchant_logo_placeholder_image_url}
      alt=""
      width={px}
      height={px}
      className={`rounded-control ${look}`}
    />
  )
}
