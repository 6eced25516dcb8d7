import * as calls from '@stampus/contract/console/merchants'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../deps.ts'
import { countAddresses } from '../../platform/audit/changes.ts'
import { orConflict } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { invalid, requireFound } from '../../platform/http/http-error.ts'
import { toConsolePage } from '../../platform/http/lists.ts'
import { routes } from '../../platform/http/route.ts'
import { noPicture, type PictureRef, replacePicture, toPictureRef } from '../../platform/uploads/uploads.service.ts'
import { addRecord, changeRecord, type RecordKind } from '../../platform/versioned-records/versioned-records.service.ts'
import { requireOtherMerchant } from '../conflicts-of-interest/conflicts.service.ts'
import { holdCategory } from './categories.store.ts'
import * as store from './merchants.admin.store.ts'
import {
  type AdminMerchantRow,
  describeMerchant,
  type MerchantInput,
  presentAdminMerchant,
  presentListedMerchant,
} from './merchants.fields.ts'

const merchants: RecordKind<AdminMerchantRow> = {
  subject: 'merchant',
  lock: store.lockMerchant,
  describe: describeMerchant,
  redact: (changes) => countAddresses(changes, 'people'),
  pictureKey: (merchant) => merchant.logo_key,
  changedText: () => texts.merchantChanged,
}

/** Merchants for managers. A merchant is never removed, only switched off. */
export const merchantsAdminRoutes = routes(calls, (deps: Deps) => {
  const { pool } = deps.db
  const today = () => dayIn(deps.config.TIME_ZONE, deps.now())
  const presentOne = (row: AdminMerchantRow) => ({ data: presentAdminMerchant(row, deps.config.WEB_URL) })
  return {
    list: async ({ page = 1, search, category_id, state }) => {
      const active = state ? state === 'active' : undefined
      const filter = { active, categoryId: category_id || undefined, search: search?.trim() }
      return toConsolePage(page, await store.listAllMerchants(pool, filter, today(), page), presentListedMerchant)
    },
    show: async ({ id }) => presentOne(await getMerchant(pool, id)),
    usage: async ({ id }) => {
      await getMerchant(pool, id)
      return { data: await store.findUsage(pool, id, today()) }
    },
    create: async (input, { operator }) => {
      const adding = addRecord(deps, operator.id, merchants, async (tx) => {
        const merchant = await prepareMerchant(tx, deps, input, noPicture)
        return getMerchant(tx, await store.insertMerchant(tx, merchant, deps.now()))
      })
      return presentOne(await adding.catch(reportTakenSlug))
    },
    change: async (input, { operator }) => {
      const changing = changeRecord(deps, operator.id, merchants, input, async (tx, before) => {
        // Nobody ends a conflict of interest of their own.
        const keys = (people: string[]) => people.map(emailKey).sort().join()
        const isSame = keys(before.people) === keys([...new Set(input.people)])
        if (!isSame) await requireOtherMerchant(tx, operator.id, before.id)
        const logo = toPictureRef(before.logo_key, before.logo_placeholder)
        await store.updateMerchant(tx, before.id, await prepareMerchant(tx, deps, input, logo, before))
        return getMerchant(tx, before.id)
      })
      return presentOne(await changing.catch(reportTakenSlug))
    },
  }
})

const getMerchant = async (db: Queryable, id: number) =>
  requireFound(await store.findAdminMerchant(db, id), texts.merchantNotFound)

/** The values to store; those that `input` lacks stay as in `stored`. Throws 422 on the field to fix. */
async function prepareMerchant(
  tx: Queryable,
  deps: Deps,
  input: MerchantInput,
  before: PictureRef,
  stored?: AdminMerchantRow,
): Promise<store.MerchantToSave> {
  if (!(await holdCategory(tx, input.category_id))) throw invalid('category_id', texts.categoryRequired)
  const { logo_key: wanted, minimum_spend: minimum_spend_sen, ...facts } = input
  const logo = await replacePicture(tx, deps, { kind: 'logo', field: 'logo_key', before, wanted })
  const merchant = {
    further_names: [],
    ...stored,
    ...facts,
    minimum_spend_sen,
    logo_key: logo.key,
    logo_placeholder: logo.placeholder,
  }
  for (const [english, malay] of translated) {
    if (merchant[english]) continue
    if (input[malay]) throw invalid(english, texts.englishRequired)
    merchant[malay] = null
  }
  return merchant
}

const translated = [
  ['description', 'description_ms'],
  ['opening_hours', 'opening_hours_ms'],
] as const

const reportTakenSlug = orConflict({ merchants_slug_key: () => invalid('slug', texts.slugTaken) })
