import type * as calls from '@stampus/contract/console/rewards'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { OWED_ALONE_SEN } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../deps.ts'
import type { AuditValues, AuditValuesOf } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { conflict, invalid, requireFound } from '../../platform/http/http-error.ts'
import { noPicture, replacePicture, toPictureRef } from '../../platform/uploads/uploads.service.ts'
import {
  addRecord,
  changeRecord,
  type RecordKind,
  removeRecord,
} from '../../platform/versioned-records/versioned-records.service.ts'
import { requireOtherMerchant } from '../conflicts-of-interest/conflicts.service.ts'
import { hasMerchant } from '../merchants/merchants.store.ts'
import {
  requireSecondManager,
  type Signatures,
  signatureFields,
  withSecondManager,
} from '../staff/second-manager.service.ts'
import * as store from './rewards.store.ts'

/** The version of a reward that a manager saw. */
type Seen = ParsedInputOf<typeof calls.remove>

const rewards: RecordKind<store.NamedReward> = {
  subject: 'reward',
  lock: store.lockNamedReward,
  describe,
  pictureKey: (reward) => reward.image_key,
  changedText: () => texts.rewardChanged,
}

/** A reward as managers see it. Throws 404. */
export const getReward = async (deps: Deps, id: number): Promise<store.AdminRewardRow> =>
  withCounts(deps, await findStored(deps.db.pool, id))

/** Adds the counts of its vouchers. Call it after the transaction, so that no claim waits while they are counted. */
const withCounts = async ({ db, now }: Deps, reward: store.NamedReward): Promise<store.AdminRewardRow> => ({
  ...reward,
  vouchers: await store.countVouchers(db.pool, reward.id, now()),
})

const findStored = async (db: Queryable, id: number): Promise<store.NamedReward> =>
  requireFound(await store.findNamedReward(db, id), texts.rewardNotFound)

/** Adds a reward as a draft. Throws 422 for an unknown merchant or picture. */
export async function addReward(deps: Deps, operatorId: number, input: store.RewardInput) {
  let signatures: Signatures = {}
  const adding = async (tx: Queryable) => {
    const prepared = await prepareReward(tx, deps, { operatorId, input })
    signatures = prepared.signatures
    const [id = 0] = await store.insertRewards(tx, [prepared.reward], deps.now())
    return findStored(tx, id)
  }
  const stored = await withSecondManager(deps, () =>
    addRecord(deps, operatorId, rewards, adding, () => signatureFields(signatures)),
  )
  return withCounts(deps, stored)
}

type Write = (tx: Queryable, before: store.NamedReward) => Promise<void>
type Further = Parameters<typeof changeRecord>[5]

async function write(deps: Deps, operatorId: number, seen: Seen, work: Write, further?: Further) {
  const change = async (tx: Queryable, before: store.NamedReward) => {
    await work(tx, before)
    return findStored(tx, before.id)
  }
  return withCounts(deps, await changeRecord(deps, operatorId, rewards, seen, change, further))
}

/** Changes a reward that has not ended. Vouchers keep what was promised when they were claimed. Throws 404, 409, 422. */
export async function changeReward(deps: Deps, operatorId: number, input: ParsedInputOf<typeof calls.change>) {
  let signatures: Signatures = {}
  const change: Write = async (tx, before) => {
    if (before.state === 'ended') throw conflict(texts.rewardEnded)
    const prepared = await prepareReward(tx, deps, { operatorId, input, before })
    signatures = prepared.signatures
    await store.updateReward(tx, before.id, { ...before, ...prepared.reward })
  }
  return withSecondManager(deps, () => write(deps, operatorId, input, change, () => signatureFields(signatures)))
}

const STATES_BEFORE: Record<Exclude<calls.RewardState, 'draft'>, calls.RewardState[]> = {
  published: ['draft', 'paused'],
  paused: ['published'],
  ended: ['published', 'paused'],
}

type NewState = ParsedInputOf<typeof calls.changeState>

/** Publishes, pauses or ends a reward. Throws 404, or 409 when its state does not allow it. */
export const changeState = (deps: Deps, operatorId: number, { state, ...seen }: NewState) =>
  write(deps, operatorId, seen, async (tx, before) => {
    if (!STATES_BEFORE[state].includes(before.state)) throw conflict(texts.rewardStateImpossible)
    await store.updateState(tx, before.id, state)
  })

/** Ends a reward and has its unused vouchers voided by a job, which returns their stamps. Throws 404, 409. */
export const recallReward = (deps: Deps, operatorId: number, given: ParsedInputOf<typeof calls.recall>) =>
  write(deps, operatorId, given, async (tx, before) => {
    if (before.state === 'draft' || before.recalled_at) throw conflict(texts.rewardStateImpossible)
    await store.markRecalled(tx, before.id, { reason: given.reason, at: deps.now() })
  })

/** Deletes a draft. Throws 404, 409. */
export async function removeReward(deps: Deps, operatorId: number, seen: Seen) {
  await removeRecord(deps, operatorId, rewards, seen, async (tx, before) => {
    if (before.state !== 'draft') throw conflict(texts.rewardNotDraft)
    await store.deleteReward(tx, before.id)
  })
}

type Wanted = { operatorId: number; input: store.RewardInput; before?: store.NamedReward }
type Prepared = { reward: store.NewReward; signatures: Signatures }

/** Throws 403 for the operator's own merchant, 422 for a stock below what is taken, an unknown merchant or picture. */
async function prepareReward(tx: Queryable, deps: Deps, { operatorId, input, before }: Wanted): Promise<Prepared> {
  const { image_key: wanted, ...facts } = input
  const { title, merchant_id, owed_sen, stock } = facts
  const merchantIds = [before?.merchant_id ?? null, merchant_id].filter((id) => id !== null)
  for (const merchantId of merchantIds) await requireOtherMerchant(tx, operatorId, merchantId)
  if (before && stock !== null && stock < before.taken) throw invalid('stock', texts.stockBelowTaken(before.taken))
  if (merchant_id !== null && !(await hasMerchant(tx, merchant_id))) throw invalid('merchant_id', texts.merchantUnknown)
  const picture = before ? toPictureRef(before.image_key, before.image_placeholder) : noPicture
  const image = await replacePicture(tx, deps, { kind: 'cover', field: 'image_key', before: picture, wanted })
  const reward = { ...facts, image_key: image.key, image_placeholder: image.placeholder }
  const known = before?.merchant_id === merchant_id ? before.owed_sen : 0
  if (owed_sen <= Math.max(known, OWED_ALONE_SEN)) return { reward, signatures: {} }
  const matter = before
    ? { kind: 'reward' as const, subjectId: before.id, recordId: before.id, asked: { owed_sen, merchant_id } }
    : {
        kind: 'new_reward' as const,
        subjectId: merchant_id ?? 0,
        recordId: null,
        asked: { title, owed_sen, merchant_id },
      }
  return {
    reward,
    signatures: await requireSecondManager(tx, deps, { ...matter, operatorId, merchantIds, memberId: null }),
  }
}

function describe(
  reward: store.NamedReward,
): AuditValuesOf<store.RewardInput, { merchant_id: 'merchant'; image_key: 'picture'; owed_sen: 'owed' }> & AuditValues {
  return {
    merchant: reward.merchant && `${reward.merchant.name} #${reward.merchant.id}`,
    title: reward.title,
    title_ms: reward.title_ms,
    conditions: reward.conditions,
    conditions_ms: reward.conditions_ms,
    picture: reward.image_key,
    stamps: String(reward.stamps),
    owed: decimalAmount(reward.owed_sen),
    stock: numberText(reward.stock),
    limit_total: numberText(reward.limit_total),
    limit_30_days: numberText(reward.limit_30_days),
    start_date: reward.start_date,
    end_date: reward.end_date,
    valid_days: String(reward.valid_days),
    state: reward.state,
    recall_reason: reward.recall_reason,
  }
}

const numberText = (given: number | null) => (given === null ? null : String(given))
