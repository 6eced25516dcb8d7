import type { Merchant } from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { formatAmount } from '@stampus/contract/values/money'
import { Notice } from '@stampus/ui/Notice'
import { Clock, ExternalLink, MapPin, Phone, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import * as words from '#words'
import { LocalParagraph } from '../components/LocalParagraph.tsx'
import { Title } from '../components/Title.tsx'
import { localText } from '../localText.ts'
import { Cover } from '../pictures/Photo.tsx'
import { settings } from '../settings.ts'

type HeadProps = { merchant: Merchant; children?: ReactNode }

/** The logo, name and category of a merchant, and a button for it if one is given. */
export function MerchantHead({ merchant, children }: HeadProps) {
  return (
    <header className="flex flex-wrap items-center gap-4 sm:gap-6">
      <MerchantLogo merchant={merchant} size="large" />
      <div className="min-w-0 flex-1 basis-40">
        <Title>{merchant.name}</Title>
        <p className="text-muted">{merchant.category.name}</p>
      </div>
      {children}
    </header>
  )
}

/** What the merchant is about, if that is known. */
export function MerchantDescription({ merchant }: { merchant: Merchant }) {
  return (
    <LocalParagraph of={localText(merchant.description ?? '', merchant.description_ms)} className="wrap-anywhere" />
  )
}

/** The address, opening hours and phone number of a merchant, those that are known. */
export function MerchantFacts({ merchant }: { merchant: Merchant }) {
  const hours = localText(merchant.opening_hours ?? '', merchant.opening_hours_ms)
  return (
    <address className="grid gap-2 not-italic">
      {merchant.address ? (
        <div className="flex items-start gap-3">
          <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
          <div className="min-w-0">
            <p className="wrap-anywhere">{merchant.address}</p>
            <MapLink merchant={merchant} />
          </div>
        </div>
      ) : null}
      {hours.text ? (
        <div className="flex items-start gap-3">
          <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
          <dl className="min-w-0">
            <dt className="text-small text-muted">{words.merchantOpeningHours}</dt>
            <dd lang={hours.lang} className="wrap-anywhere whitespace-pre-line">
              {hours.text}
            </dd>
          </dl>
        </div>
      ) : null}
      <PhoneLink number={merchant.contact_number} />
    </address>
  )
}

function MapLink({ merchant: { name, address } }: { merchant: Merchant }) {
  const place = new URLSearchParams({ api: '1', query: `${name}, ${address}` })
  return (
    <a
      href={`https://www.google.com/maps/search/?${place}`}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-1.5 text-blue underline-offset-4 hover:underline"
    >
      {words.merchantMap}
      <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
    </a>
  )
}

type Rules = Pick<Merchant, 'minimum_spend' | 'receipts_per_day'>

/** The merchant's rules for receipts. Empty if it has none. */
export function MerchantRules({ merchant: { minimum_spend, receipts_per_day } }: { merchant: Rules }) {
  if (!minimum_spend && !receipts_per_day) return null
  return (
    <Notice kind="info">
      {minimum_spend ? <p>{texts.minimumSpend(formatAmount(minimum_spend, settings.currency))}</p> : null}
      {receipts_per_day ? <p>{texts.dailyReceipts(receipts_per_day)}</p> : null}
    </Notice>
  )
}

type Logo = { merchant_logo_url: string | null; merchant_logo_placeholder_image_url: string | null }
const sizes = { small: { px: 64, look: 'size-16' }, large: { px: 96, look: 'size-18 sm:size-24' } } as const

/** A merchant's logo. It has no alt text, because the name is next to it. */
export function MerchantLogo({ merchant, size = 'small' }: { merchant: Logo; size?: keyof typeof sizes }) {
  const { px, look } = sizes[size]
  return (
    <Cover
      icon={Store}
      of={{
        image_url: merchant.merchant_logo_url,
        placeholder_image_url: merchant.merchant_logo_placeholder_image_url,
      }}
      width={px}
      height={px}
      className={`rounded-control ${look}`}
    />
  )
}

/** A phone number as a link. Empty if there is none. */
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
