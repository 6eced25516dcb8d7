import * as admin from '@stampus/contract/console/deals'
import type { Deal } from '@stampus/contract/deals'
import * as calls from '@stampus/contract/deals'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import type { Deps } from '../../deps.ts'
import type { AuditValuesOf } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { invalid, requireFound } from '../../platform/http/http-error.ts'
import { metaWithTotal, toConsolePage } from '../../platform/http/lists.ts'
import { withMalay } from '../../platform/http/present.ts'
import { routes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import { noPicture, type PictureRef, replacePicture, toPictureRef } from '../../platform/uploads/uploads.service.ts'
import {
  addRecord,
  changeRecord,
  type RecordKind,
  removeRecord,
} from '../../platform/versioned-records/versioned-records.service.ts'
import { hasMerchant } from '../merchants/merchants.store.ts'
import * as store from './deals.store.ts'

export const dealsRoutes = routes(calls, (deps: Deps) => ({
  list: async ({ page = 1, merchant_id }) => {
    const day = dayIn(deps.config.TIME_ZONE, deps.now())
    const { deals, total } = await store.listRunningDeals(deps.db.pool, { day, merchantId: merchant_id }, page)
    return { data: deals.map(presentDeal), meta: metaWithTotal(page, total) }
  },
}))

function presentDeal({ merchant, ...deal }: store.DealRow): Required<Deal> {
  const { logo_key, logo_placeholder, ...facts } = merchant
  return {
    ...withMalay(deal),
    image_url: deal.image_key && mediaUrl(deal.image_key),
    placeholder_image_url: deal.image_placeholder,
    merchant: { ...facts, logo_image: logo_key && mediaUrl(logo_key), logo_placeholder_image: logo_placeholder },
  }
}

const deals: RecordKind<store.AdminDealRow> = {
  subject: 'deal',
  lock: store.lockDeal,
  describe,
  pictureKey: (deal) => deal.image_key,
  changedText: () => texts.dealChanged,
}

export const dealsAdminRoutes = routes(admin, (deps: Deps) => {
  const { pool } = deps.db
  const today = () => dayIn(deps.config.TIME_ZONE, deps.now())
  const present = (row: store.AdminDealRow) => presentAdminDeal(row, today())
  return {
    list: async ({ page = 1, state, merchant_id }) => {
      const filter = { state: state || undefined, merchantId: merchant_id || undefined }
      return toConsolePage(page, await store.listAllDeals(pool, filter, today(), page), present)
    },
    show: async ({ id }) => ({ data: present(await getDeal(pool, id)) }),
    create: async (input, { operator }) => {
      const deal = await addRecord(deps, operator.id, deals, async (tx) => {
        const [id = 0] = await store.insertDeals(tx, [await prepareDeal(tx, deps, input, noPicture)])
        return getDeal(tx, id)
      })
      return { data: present(deal) }
    },
    change: async (input, { operator }) => {
      const deal = await changeRecord(deps, operator.id, deals, input, async (tx, before) => {
        const picture = toPictureRef(before.image_key, before.image_placeholder)
        await store.updateDeal(tx, before.id, { ...before, ...(await prepareDeal(tx, deps, input, picture)) })
        return getDeal(tx, before.id)
      })
      return { data: present(deal) }
    },
    remove: async (input, { operator }) => {
      await removeRecord(deps, operator.id, deals, input, (tx) => store.deleteDeal(tx, input.id))
      return { message: texts.removed }
    },
  }
})

const getDeal = async (db: Queryable, id: number) => requireFound(await store.findDeal(db, id), texts.dealNotFound)

/** The values to store. Throws 422 for an unknown merchant or picture. */
async function prepareDeal(
  tx: Queryable,
  deps: Deps,
  input: store.DealInput,
  before: PictureRef,
): Promise<store.NewDeal> {
  const { image_key: wanted, ...facts } = input
  if (!(await hasMerchant(tx, facts.merchant_id))) throw invalid('merchant_id', texts.merchantUnknown)
  const image = await replacePicture(tx, deps, { kind: 'cover', field: 'image_key', before, wanted })
  return { ...facts, image_key: image.key, image_placeholder: image.placeholder }
}

function describe(
  deal: store.AdminDealRow,
): AuditValuesOf<store.DealInput, { merchant_id: 'merchant'; image_key: 'picture' }> {
  return {
    merchant: `${deal.merchant_name} #${deal.merchant_id}`,
    title: deal.title,
    title_ms: deal.title_ms,
    description: deal.description,
    description_ms: deal.description_ms,
    picture: deal.image_key,
    start_date: deal.start_date,
    end_date: deal.end_date,
  }
}

function presentAdminDeal(row: store.AdminDealRow, today: string): Required<admin.AdminDeal> {
  const { merchant_id, merchant_name, image_placeholder, ...facts } = row
  return {
    ...facts,
    image_url: facts.image_key && mediaUrl(facts.image_key),
    state: stateOf(facts, today),
    merchant: { id: merchant_id, name: merchant_name },
  }
}

function stateOf({ start_date, end_date }: Pick<store.AdminDealRow, 'start_date' | 'end_date'>, today: string) {
  if (end_date < today) return 'over'
  return start_date > today ? 'planned' : 'running'
}
