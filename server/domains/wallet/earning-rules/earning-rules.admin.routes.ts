import * as admin from '@stampus/contract/console/earningRules'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { RULE_ALONE_SEN_PER_STAMP, RULE_ALONE_STAMPS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { AuditValuesOf } from '../../../platform/audit/changes.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { conflict, invalid, notFound } from '../../../platform/http/http-error.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import { routes } from '../../../platform/http/route.ts'
import {
  addRecord,
  type RecordKind,
  removeRecord,
} from '../../../platform/versioned-records/versioned-records.service.ts'
import {
  requireSecondManager,
  type Signatures,
  signatureFields,
  withSecondManager,
} from '../../staff/second-manager.service.ts'
import * as store from './earning-rules.store.ts'

const earningRules: RecordKind<store.AdminEarningRuleRow> = {
  subject: 'earning_rule',
  lock: store.findRule,
  describe,
  changedText: () => texts.earningRuleStarted,
}

/** So many stamps that a second manager must ask for the same. */
function isGenerous(rule: { sen_per_stamp: number; max_stamps_per_submission: number }): boolean {
  return rule.max_stamps_per_submission > RULE_ALONE_STAMPS || rule.sen_per_stamp < RULE_ALONE_SEN_PER_STAMP
}

/** Earning rules for managers. A rule is never changed: another one takes its place. */
export const earningRulesRoutes = routes(admin, (deps: Deps) => ({
  list: async ({ page = 1 }) => {
    const [rows, { id: currentId }] = await Promise.all([
      store.listRules(deps.db.pool, page),
      store.findEarningRule(deps.db.pool, deps.now()),
    ])
    return toConsolePage(page, rows, (row) => present(row, { now: deps.now(), currentId }))
  },
  create: async ({ starts_at, ...facts }, { operator }) => {
    const at = deps.now()
    const startsAt = starts_at === 'now' ? at : new Date(starts_at)
    if (startsAt < at) throw invalid('starts_at', texts.startsInThePast)
    const matter = {
      kind: 'earning_rule',
      subjectId: 0,
      recordId: null,
      asked: { ...facts, starts_at },
      operatorId: operator.id,
      merchantIds: [] as number[],
      memberId: null,
    } as const
    let signatures: Signatures = {}
    const adding = async (tx: Queryable) => {
      if (isGenerous(facts)) signatures = await requireSecondManager(tx, deps, matter)
      const id = await store.insertRule(tx, { ...facts, startsAt, operatorId: operator.id, at })
      const added = id === undefined ? undefined : await store.findRule(tx, id)
      if (!added) throw conflict(texts.earningRuleSameStart)
      return added
    }
    const rule = await withSecondManager(deps, () =>
      addRecord(deps, operator.id, earningRules, adding, () => signatureFields(signatures)),
    )
    return { data: present(rule, { now: at, currentId: rule.id }) }
  },
  remove: async (input, { operator }) => {
    await removeRecord(deps, operator.id, earningRules, input, async (tx, { starts_at }) => {
      if (starts_at <= deps.now()) throw conflict(texts.earningRuleStarted)
      if (!(await store.deleteRule(tx, input.id))) throw notFound()
    })
    return { message: texts.removed }
  },
}))

function describe(
  rule: store.AdminEarningRuleRow,
): AuditValuesOf<ParsedInputOf<typeof admin.create>, Record<never, string>> {
  return {
    sen_per_stamp: String(rule.sen_per_stamp),
    min_stamps_per_submission: String(rule.min_stamps_per_submission),
    max_stamps_per_submission: String(rule.max_stamps_per_submission),
    starts_at: rule.starts_at.toISOString(),
  }
}

function present(rule: store.AdminEarningRuleRow, { now, currentId }: { now: Date; currentId: number }) {
  const state = rule.starts_at > now ? 'planned' : rule.id === currentId ? 'current' : 'past'
  return { ...rule, state } as const
}

/** The first rule applies to all receipts before the second. */
const FIRST_START = new Date(0)

/** Adds the rule of the settings if there is none yet. */
export async function seedEarningRule({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): Promise<void> {
  if (await store.hasRules(db.pool)) return
  // Processes that start together may both try: the start is unique.
  await store.insertRule(db.pool, {
    sen_per_stamp: config.SEN_PER_STAMP,
    min_stamps_per_submission: 1,
    max_stamps_per_submission: config.MAX_STAMPS_PER_SUBMISSION,
    startsAt: FIRST_START,
    operatorId: null,
    at: now(),
  })
}
