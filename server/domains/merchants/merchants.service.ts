import * as texts from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/http/http-error.ts'
import type { MerchantFilter } from './filters.ts'
import { findMerchant, listMerchants, type MerchantPage, type MerchantRow } from './merchants.store.ts'

/** What looking at merchants needs: running deals are counted by the campus day (D-33). */
type Looking = Pick<Deps, 'db' | 'config' | 'now'>

/** One page, from 1, of the merchants that pass the filter, by name. */
export function browseMerchants(deps: Looking, filter: MerchantFilter, page: number): Promise<MerchantPage> {
  return listMerchants(deps.db.pool, filter, campusDay(deps), page)
}

/** A merchant, active or not. Throws a 404 where there is none. */
export async function merchantById(deps: Looking, id: number): Promise<MerchantRow> {
  return found(await findMerchant(deps.db.pool, 'id', id, campusDay(deps)))
}

/** A merchant by its slug, active or not. Throws a 404 where there is none (S-2.16). */
export async function merchantBySlug(deps: Looking, slug: string): Promise<MerchantRow> {
  return found(await findMerchant(deps.db.pool, 'slug', slug, campusDay(deps)))
}

function campusDay({ config, now }: Looking): string {
  return dayIn(config.TIME_ZONE, now())
}

function found(merchant: MerchantRow | undefined): MerchantRow {
  if (!merchant) throw notFound(texts.merchantNotFound)
  return merchant
}
