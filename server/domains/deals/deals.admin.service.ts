import type { change, create } from '@stampus/contract/console/deals'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { type Described, recordChanges } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { withCacheInvalidation } from '../../platform/http/cache/response-cache.ts'
import { invalid, notFound, unchanged } from '../../platform/http/http-error.ts'
import { exchange, nothingShown, type Shown, shownAs } from '../../platform/images/uploads.ts'
import { removeDiscarded } from '../../platform/storage/discarded-files.ts'
import { deleteDeal, findKept, hasMerchant, type KeptDealRow, lockKept, updateDeal } from './deals.admin.store.ts'
import { addDeals, type NewDeal } from './deals.store.ts'

export type SentDeal = ParsedInputOf<typeof create>
export type SentChange = ParsedInputOf<typeof change>

/** A deal as managers see it. Throws a 404 where there is none. */
export async function keptDeal({ db }: Deps, id: number): Promise<KeptDealRow> {
  return found(await findKept(db.pool, id))
}

/** Adds a deal. 422 by field. */
export function addDeal(deps: Deps, operatorId: number, sent: SentDeal): Promise<KeptDealRow> {
  return withCacheInvalidation(deps, async (tx) => {
    const [id = 0] = await addDeals(tx, [await dealOf(tx, deps, sent, nothingShown)])
    const after = found(await findKept(tx, id))
    await recordChanges(tx, { operatorId, action: 'deal.added', id, at: deps.now() }, {}, described(after))
    return after
  })
}

/** Changes a deal. 404, 409 where it was changed meanwhile, 422 by field. */
export async function changeDeal(deps: Deps, operatorId: number, sent: SentChange): Promise<KeptDealRow> {
  const { id, version } = sent
  const { before, after } = await withCacheInvalidation(deps, async (tx) => {
    const before = unchanged(await lockKept(tx, id), version, texts.dealChanged)
    await updateDeal(tx, id, await dealOf(tx, deps, sent, shownAs(before.image_key, before.image_placeholder)))
    const after = found(await findKept(tx, id))
    await recordChanges(
      tx,
      { operatorId, action: 'deal.changed', id, at: deps.now() },
      described(before),
      described(after),
    )
    return { before, after }
  })
  if (before.image_key && before.image_key !== after.image_key) await removeDiscarded(deps, [before.image_key])
  return after
}

/** Removes a deal with its picture. 404, 409 where it was changed meanwhile. */
export async function removeDeal(deps: Deps, operatorId: number, { id, version }: { id: number; version: number }) {
  const before = await withCacheInvalidation(deps, async (tx) => {
    const before = unchanged(await lockKept(tx, id), version, texts.dealChanged)
    const shown = shownAs(before.image_key, before.image_placeholder)
    await exchange(tx, deps, { kind: 'cover', field: 'image_key', before: shown, wanted: null })
    await deleteDeal(tx, id)
    await recordChanges(tx, { operatorId, action: 'deal.removed', id, at: deps.now() }, described(before), {})
    return before
  })
  if (before.image_key) await removeDiscarded(deps, [before.image_key])
}

async function dealOf(tx: Queryable, deps: Deps, sent: SentDeal, before: Shown): Promise<NewDeal> {
  const { image_key: wanted, merchant_id, title, description, start_date, end_date } = sent
  if (!(await hasMerchant(tx, merchant_id))) throw invalid('merchant_id', texts.merchantUnknown)
  const image = await exchange(tx, deps, { kind: 'cover', field: 'image_key', before, wanted })
  const facts = { merchant_id, title, description, start_date, end_date }
  return { ...facts, image_key: image.key, image_placeholder: image.placeholder }
}

function described(deal: KeptDealRow): Described {
  return {
    merchant: `${deal.merchant_name} #${deal.merchant_id}`,
    title: deal.title,
    description: deal.description,
    picture: deal.image_key,
    start_date: deal.start_date,
    end_date: deal.end_date,
  }
}

function found(deal: KeptDealRow | undefined): KeptDealRow {
  if (!deal) throw notFound(texts.dealNotFound)
  return deal
}
