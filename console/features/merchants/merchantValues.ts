import type { change, create, KeptMerchant } from '@stampus/contract/console/merchants'
import type { InputOf } from '@stampus/contract/endpoint'
import { type Chosen, chosen } from '../../shared/forms/PictureField.tsx'

/** What the form of a merchant holds, as it is typed. */
export type MerchantValues = {
  name: string
  slug: string
  category_id: string
  address: string
  contact_number: string
  logo_key: Chosen
  is_active: boolean
  minimum_spend: string
  receipts_per_day: string
  people: string
}

/** The fields of the form, in their order. */
export const merchantFields = [
  'name',
  'slug',
  'category_id',
  'address',
  'contact_number',
  'logo_key',
  'minimum_spend',
  'receipts_per_day',
  'people',
] as const

/** What the form begins with; a new merchant is active and has no rules. */
export function valuesOf(merchant: KeptMerchant | undefined): MerchantValues {
  return {
    name: merchant?.name ?? '',
    slug: merchant?.slug ?? '',
    category_id: merchant ? String(merchant.category.id) : '',
    address: merchant?.address ?? '',
    contact_number: merchant?.contact_number ?? '',
    logo_key: merchant ? chosen(merchant.logo_key, merchant.logo_url) : null,
    is_active: merchant?.is_active ?? true,
    minimum_spend: merchant?.minimum_spend ?? '',
    receipts_per_day: String(merchant?.receipts_per_day ?? ''),
    people: merchant?.people.join('\n') ?? '',
  }
}

/** What is sent: one address a line, or with commas between them. */
export function inputOf(values: MerchantValues): InputOf<typeof create> {
  const people = values.people.split(/[\s,;]+/).filter(Boolean)
  return { ...values, logo_key: values.logo_key?.key ?? null, people }
}

/** What is sent of a merchant that was opened with this version. */
export function changeOf(values: MerchantValues, { id, version }: KeptMerchant): InputOf<typeof change> {
  return { ...inputOf(values), id, version }
}
