import type { AdminMerchant, create, ListedMerchant } from '@stampus/contract/console/merchants'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import type { Merchant } from '@stampus/contract/merchants'
import { decimalAmount } from '@stampus/contract/values/money'
import type { AuditValuesOf } from '../../platform/audit/changes.ts'
import { allNames } from '../../platform/db/names.ts'
import type { Row } from '../../platform/db/rows.ts'
import { withMalay } from '../../platform/http/present.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'

// A new field of the contract makes the compiler name each place in this file that lacks it.

export type MerchantInput = ParsedInputOf<typeof create>

/** One column each. Amounts are in sen. A missing optional fact keeps its value. */
export type MerchantFacts = Omit<MerchantInput, 'minimum_spend' | 'people'> & {
  logo_placeholder: string | null
  minimum_spend_sen: number | null
}

export const merchantColumns = allNames<MerchantFacts>()(
  'name further_names slug category_id address contact_number description description_ms opening_hours opening_hours_ms',
  'logo_key logo_placeholder is_active minimum_spend_sen receipts_per_day',
)

type StoredFacts = Row<'merchants', 'id' | keyof MerchantFacts>

export type MerchantRow = StoredFacts & { category_name: string; running_deals: number }

/** `people` are the email addresses of its owners and staff. */
export type AdminMerchantRow = StoredFacts & { category_name: string; people: string[]; version: number }

export function presentMerchant(row: MerchantRow): Required<Merchant> {
  return {
    ...withMalay(row),
    category: { id: row.category_id, name: row.category_name },
    merchant_logo_url: row.logo_key && mediaUrl(row.logo_key),
    merchant_logo_placeholder_image_url: row.logo_placeholder,
    active_promotions_count: row.running_deals,
    minimum_spend: amountOf(row.minimum_spend_sen),
  }
}

export function presentListedMerchant(row: MerchantRow): Required<ListedMerchant> {
  const category = { id: row.category_id, name: row.category_name }
  return { ...row, category, logo_url: row.logo_key && mediaUrl(row.logo_key) }
}

/** `webUrl` is the address of the members' app. */
export function presentAdminMerchant(row: AdminMerchantRow, webUrl: string): Required<AdminMerchant> {
  return {
    ...row,
    page_url: `${webUrl}/merchants/${row.slug}`,
    category: { id: row.category_id, name: row.category_name },
    logo_url: row.logo_key && mediaUrl(row.logo_key),
    minimum_spend: amountOf(row.minimum_spend_sen),
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
