import type { Deal } from '@stampus/contract/deals'
import type { Merchant } from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { formatAmount } from '@stampus/contract/values/money'
import { Notice } from '@stampus/ui/Notice'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronRight, Clock, ExternalLink, MapPin, Phone, Store, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import * as words from '#words'
import { Item, itemOf } from '../components/Item.tsx'
import { ButtonLink, Link, stretchedLink } from '../components/Link.tsx'
import { LocalParagraph } from '../components/LocalParagraph.tsx'
import { Title } from '../components/Title.tsx'
import { localText } from '../localText.ts'
import { linkTo } from '../paths.ts'
import { Cover } from '../pictures/Photo.tsx'
import { settings } from '../settings.ts'
import { rememberMerchant } from './yourShops.ts'

export function MerchantHead({ merchant, children }: { merchant: Merchant; children?: ReactNode }) {
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

export function MerchantDescription({ merchant }: { merchant: Merchant }) {
  return (
    <LocalParagraph of={localText(merchant.description ?? '', merchant.description_ms)} className="wrap-anywhere" />
  )
}

export function MerchantFacts({ merchant }: { merchant: Merchant }) {
  const place = new URLSearchParams({ api: '1', query: `${merchant.name}, ${merchant.address}` })
  const hours = localText(merchant.opening_hours ?? '', merchant.opening_hours_ms)
  return (
    <address className="grid gap-2 not-italic">
      {merchant.address ? (
        <div className="flex items-start gap-3">
          <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
          <div className="min-w-0">
            <p className="wrap-anywhere">{merchant.address}</p>
            <a
              href={`https://www.google.com/maps/search/?${place}`}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 items-center gap-1.5 text-blue underline-offset-4 hover:underline"
            >
              {words.merchantMap}
              <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
            </a>
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

type Rules = Pick<Merchant, 'minimum_spend' | 'receipts_per_day'>

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

type WithMerchantProps = {
  query: UseQueryResult<{ data: Merchant }>
  missingReason?: string
  children: (merchant: Merchant) => ReactNode
}

export function WithMerchant({ query, missingReason = words.merchantNotFoundText, children }: WithMerchantProps) {
  return (
    <Item
      item={itemOf(query, { keeps: true })}
      title={words.merchantTitle}
      failed={texts.merchantFailed}
      wait={<MerchantLoading />}
      missing={{ icon: Store, title: texts.merchantNotFound, text: missingReason, ways }}
    >
      {children}
    </Item>
  )
}

function MerchantLoading() {
  return (
    <Loading label={words.merchantLoading} className="grid gap-6">
      <div className="flex items-center gap-4">
        <Skeleton className="size-18 sm:size-24" />
        <span className="grid flex-1 gap-2">
          <Skeleton className="h-8 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
        </span>
      </div>
      <Skeleton className="h-64 w-full rounded-sheet" />
    </Loading>
  )
}

const ways: [string, string][] = [
  [linkTo('home'), words.merchantNotFoundToHome],
  [linkTo('merchants'), words.merchantNotFoundToAll],
]

export function MerchantRowLink({ merchant }: { merchant: Omit<Deal['merchant'], 'contact_number'> }) {
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

export function SubmitLink({ merchantId, className = '' }: { merchantId: number; className?: string }) {
  return (
    <ButtonLink
      to={linkTo('newSubmission', { merchantId })}
      onClick={() => rememberMerchant(merchantId)}
      icon={Upload}
      label={words.merchantSubmit}
      className={className}
    />
  )
}
