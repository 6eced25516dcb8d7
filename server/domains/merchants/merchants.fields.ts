import type { AdminMerchant, create, ListedMerchant } from '@stampus/contract/console/merchants'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import type { Merchant } from '@stampus/contract/merchants'
import { decimalAmount } from '@stampus/contract/values/money'
import type { AuditValuesOf } from '../../platform/audit/changes.ts'
import type { Row } from '../../platform/db/rows.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'

// A new field of the contract makes the compiler name each place in this file that lacks it.

export type MerchantInput = ParsedInputOf<typeof create>

/** One column each. Amounts are in sen. A missing optional fact keeps its value. */
export type MerchantFacts = Omit<MerchantInput, 'minimum_spend' | 'people'> & {
  logo_placeholder: string | null
  minimum_spend_sen: number | null
}

const columns: Record<keyof MerchantFacts, true> = {
  name: true,
  further_names: true,
  slug: true,
  category_id: true,
  address: true,
  contact_number: true,
  description: true,
  description_ms: true,
  opening_hours: true,
  opening_hours_ms: true,
  logo_key: true,
  logo_placeholder: true,
  is_active: true,
  minimum_spend_sen: true,
  receipts_per_day: true,
}
export const merchantColumns = Object.keys(columns) as (keyof MerchantFacts)[]

type StoredFacts = Row<'merchants', 'id' | keyof MerchantFacts>

export type MerchantRow = StoredFacts & { category_name: string; running_deals: number }

/** `people` are the email addresses of its owners and staff. */
export type AdminMerchantRow = StoredFacts & {
  category_name: string
  people: string[]
  version: number
}

export function presentMerchant(row: MerchantRow): Required<Merchant> {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    address: row.address,
    contact_number: row.contact_number,
    category: { id: row.category_id, name: row.category_name },
    merchant_logo_url: row.logo_key && mediaUrl(row.logo_key),
    merchant_logo_placeholder_image_url: row.logo_placeholder,
    active_promotions_count: row.running_deals,
    is_active: row.is_active,
    minimum_spend: amountOf(row.minimum_spend_sen),
    receipts_per_day: row.receipts_per_day,
    description: row.description,
    description_ms: row.description_ms ?? undefined,
    opening_hours: row.opening_hours,
    opening_hours_ms: row.opening_hours_ms ?? undefined,
  }
}

export function presentListedMerchant(row: MerchantRow): Required<ListedMerchant> {
  const { id, name, slug, is_active, running_deals, category_id, category_name, logo_key } = row
  const category = { id: category_id, name: category_name }
  return { id, name, slug, is_active, running_deals, category, logo_url: logo_key && mediaUrl(logo_key) }
}

/** `webUrl` is the address of the members' app. */
export function presentAdminMerchant(row: AdminMerchantRow, webUrl: string): Required<AdminMerchant> {
  const { category_id, category_name, logo_placeholder, minimum_spend_sen, ...facts } = row
  return {
    ...facts,
    page_url: `${webUrl}/merchants/${row.slug}`,
    category: { id: category_id, name: category_name },
    logo_url: row.logo_key && mediaUrl(row.logo_key),
    minimum_spend: amountOf(minimum_spend_sen),
  }
}

type AuditNames = { category_id: 'category'; logo_key: 'logo'; is_active: 'active' }

export function describeMerchant(row: AdminMerchantRow): AuditValuesOf<MerchantInput, AuditNames> {
  return {
    name: row.name,
    further_names: row.further_names.length > 0 ? row.further_names.join(', ') : null,
    slug: row.slug,
    category: row.category_name,
    address: row.address,
    contact_number: row.contact_number,
    description: row.description,
    description_ms: row.description_ms,
    opening_hours: row.opening_hours,
    opening_hours_ms: row.opening_hours_ms,
    logo: row.logo_key,
    active: row.is_active ? 'yes' : 'no',
    minimum_spend: amountOf(row.minimum_spend_sen),
    receipts_per_day: row.receipts_per_day === null ? null : String(row.receipts_per_day),
    people: row.people.length > 0 ? row.people.join(', ') : null,
  }
}

function amountOf(sen: number | null): string | null {
  return sen === null ? null : decimalAmount(sen)
}
