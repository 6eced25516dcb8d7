import type { AuditAction, GroupOf } from '@stampus/contract/values/auditActions'
import { type Change, recordAudit } from '../audit/audit.store.ts'
import { type AuditValues, changesBetween, withFieldNames } from '../audit/changes.ts'
import type { Queryable } from '../db/database.ts'
import type { PlatformDeps } from '../deps.ts'
import { requireVersion } from '../http/http-error.ts'
import { withCacheInvalidation } from '../http/response-cache.ts'
import { discardFiles } from '../storage/discarded-files.store.ts'
import { removeDiscarded } from '../storage/discarded-files.ts'

type Subject = GroupOf<Extract<AuditAction, `${string}.added`>>

type Versioned = { id: number; version: number }

export type RecordKind<Row extends Versioned> = {
  /** `deal` gives the audit actions `deal.added`, `deal.changed` and `deal.removed`. */
  subject: Subject
  lock: (tx: Queryable, id: number) => Promise<Row | undefined>
  describe: (row: Row) => AuditValues
  redact?: (changes: Change[]) => Change[]
  /** The file is deleted once the record no longer shows it. */
  pictureKey?: (row: Row) => string | null
  /** The text of the 409, in the language of the request. */
  changedText: () => string
}

/** `insert` returns the record as stored. `further` is what else the audit entry says, asked after that. */
export function addRecord<Row extends Versioned>(
  deps: PlatformDeps,
  operatorId: number,
  kind: RecordKind<Row>,
  insert: (tx: Queryable) => Promise<Row>,
  further: () => AuditValues = () => ({}),
): Promise<Row> {
  return withCacheInvalidation(deps, async (tx) => {
    const after = await insert(tx)
    const entry = { operatorId, verb: 'added' as const, id: after.id, at: deps.now() }
    await audit(tx, kind, entry, {}, { ...kind.describe(after), ...further() })
    return after
  })
}

/** `update` writes the next version and returns it as stored. Throws 404, or 409 on a stale version. */
export async function changeRecord<Row extends Versioned>(
  deps: PlatformDeps,
  operatorId: number,
  kind: RecordKind<Row>,
  { id, version }: Versioned,
  update: (tx: Queryable, before: Row) => Promise<Row>,
  further: () => AuditValues = () => ({}),
): Promise<Row> {
  const { before, after } = await withCacheInvalidation(deps, async (tx) => {
    const before = requireVersion(await kind.lock(tx, id), version, kind.changedText())
    const after = await update(tx, before)
    const entry = { operatorId, verb: 'changed' as const, id, at: deps.now() }
    await audit(tx, kind, entry, kind.describe(before), { ...kind.describe(after), ...further() })
    return { before, after }
  })
  const replaced = kind.pictureKey?.(before)
  if (replaced && replaced !== kind.pictureKey?.(after)) await removeDiscarded(deps, [replaced])
  return after
}

/** The picture goes too. Throws 404, or 409 on a stale version. */
export async function removeRecord<Row extends Versioned>(
  deps: PlatformDeps,
  operatorId: number,
  kind: RecordKind<Row>,
  { id, version }: Versioned,
  remove: (tx: Queryable, before: Row) => Promise<void>,
): Promise<void> {
  const picture = await withCacheInvalidation(deps, async (tx) => {
    const before = requireVersion(await kind.lock(tx, id), version, kind.changedText())
    const picture = kind.pictureKey?.(before)
    if (picture) await discardFiles(tx, [picture], deps.now())
    await remove(tx, before)
    await audit(tx, kind, { operatorId, verb: 'removed', id, at: deps.now() }, kind.describe(before), {})
    return picture
  })
  if (picture) await removeDiscarded(deps, [picture])
}

type Entry = { operatorId: number; verb: 'added' | 'changed' | 'removed'; id: number; at: Date }

async function audit<Row extends Versioned>(
  tx: Queryable,
  { subject, redact = (changes) => changes }: RecordKind<Row>,
  { operatorId, verb, id, at }: Entry,
  before: AuditValues,
  after: AuditValues,
): Promise<void> {
  const changes = redact(changesBetween(before, after))
  if (changes.length === 0) return
  // A merchant is never removed, and an earning rule never changed.
  const action = `${subject}.${verb}` as AuditAction
  await recordAudit(tx, { operatorId, action, subjectKind: subject, subjectId: id, ...withFieldNames(changes), at })
}
