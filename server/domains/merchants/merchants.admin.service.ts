import type { change, create, MerchantUsage } from '@stampus/contract/console/merchants'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import * as texts from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { type AuditValues, changesBetween, countAddresses, withFieldNames } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { violatesUnique } from '../../platform/db/sql.ts'
import { withCacheInvalidation } from '../../platform/http/response-cache.ts'
import { invalid, notFound, unchanged } from '../../platform/http/http-error.ts'
import { exchange, nothingShown, type Shown, shownAs } from '../../platform/images/uploads.ts'
import { removeDiscarded } from '../../platform/storage/discarded-files.ts'
import { holdCategory } from './categories.admin.store.ts'
import {
  findKept,
  findUsage,
  insertMerchant,
  type KeptMerchantRow,
  lockKept,
  type MerchantFacts,
  updateMerchant,
} from './merchants.admin.store.ts'

export type SentMerchant = ParsedInputOf<typeof create>
export type SentChange = ParsedInputOf<typeof change>

/** A merchant as managers see it. Throws a 404 where there is none. */
export async function keptMerchant({ db }: Deps, id: number): Promise<KeptMerchantRow> {
  return found(await findKept(db.pool, id))
}

/** What waits and runs at a merchant. Throws a 404 where there is none. */
export async function usageOf({ db, config, now }: Deps, id: number): Promise<MerchantUsage> {
  found(await findKept(db.pool, id))
  return findUsage(db.pool, id, dayIn(config.TIME_ZONE, now()))
}

/** Adds a merchant. 422 by field, as where the slug is taken. */
export function addMerchant(deps: Deps, operatorId: number, sent: SentMerchant): Promise<KeptMerchantRow> {
  return withFreeSlug(() =>
    withCacheInvalidation(deps, async (tx) => {
      const id = await insertMerchant(tx, await factsOf(tx, deps, sent, nothingShown), deps.now())
      return record(tx, deps, { operatorId, action: 'merchant.added', id })
    }),
  )
}

/** Changes a merchant. 404, 409 where it was changed meanwhile, 422 by field. */
export async function changeMerchant(deps: Deps, operatorId: number, sent: SentChange): Promise<KeptMerchantRow> {
  const { before, after } = await withFreeSlug(() =>
    withCacheInvalidation(deps, async (tx) => {
      const before = unchanged(await lockKept(tx, sent.id), sent.version, texts.merchantChanged)
      const logo = shownAs(before.logo_key, before.logo_placeholder)
      await updateMerchant(tx, sent.id, await factsOf(tx, deps, sent, logo))
      const after = await record(tx, deps, { operatorId, action: 'merchant.changed', id: sent.id, before })
      return { before, after }
    }),
  )
  if (before.logo_key && before.logo_key !== after.logo_key) await removeDiscarded(deps, [before.logo_key])
  return after
}

async function factsOf(tx: Queryable, deps: Deps, sent: SentMerchant, before: Shown): Promise<MerchantFacts> {
  if ((await holdCategory(tx, sent.category_id)) === undefined) throw invalid('category_id', texts.categoryRequired)
  const { logo_key: wanted, minimum_spend: minimum_spend_sen, ...facts } = sent
  const logo = await exchange(tx, deps, { kind: 'logo', field: 'logo_key', before, wanted })
  return { ...facts, minimum_spend_sen, logo_key: logo.key, logo_placeholder: logo.placeholder }
}

type Doing = {
  operatorId: number
  action: 'merchant.added' | 'merchant.changed'
  id: number
  before?: KeptMerchantRow
}

async function record(tx: Queryable, deps: Deps, { operatorId, action, id, before }: Doing): Promise<KeptMerchantRow> {
  const after = found(await findKept(tx, id))
  const changes = countAddresses(changesBetween(before ? described(before) : {}, described(after)), 'people')
  const subject = { subjectKind: 'merchant', subjectId: id }
  if (changes.length > 0) await recordAudit(tx, { operatorId, action, ...subject, ...withFieldNames(changes), at: deps.now() })
  return after
}

function described(merchant: KeptMerchantRow): AuditValues {
  const { minimum_spend_sen: sen, receipts_per_day: perDay } = merchant
  return {
    name: merchant.name,
    slug: merchant.slug,
    category: merchant.category_name,
    address: merchant.address,
    contact_number: merchant.contact_number,
    logo: merchant.logo_key,
    active: merchant.is_active ? 'yes' : 'no',
    minimum_spend: sen === null ? null : decimalAmount(sen),
    receipts_per_day: perDay === null ? null : String(perDay),
    people: merchant.people.length > 0 ? merchant.people.join(', ') : null,
  }
}

function found(merchant: KeptMerchantRow | undefined): KeptMerchantRow {
  if (!merchant) throw notFound(texts.merchantNotFound)
  return merchant
}

async function withFreeSlug<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (fault) {
    throw violatesUnique(fault, 'merchants_slug_key') ? invalid('slug', texts.slugTaken) : fault
  }
}
