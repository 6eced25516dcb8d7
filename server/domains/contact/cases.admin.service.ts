import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { orConflict } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, forbidden, invalid, requireVersion } from '../../platform/http/http-error.ts'
import { isOwnAccount } from '../accounts/accounts.store.ts'
import { type AdminCaseRow, findAnswer, lockCase, lockManager, updateCase } from './cases.admin.store.ts'
import { insertMessage } from './cases.store.ts'

type Seen = { id: number; version: number }

/** `key` is the `Idempotency-Key` header. */
type Answer = Seen & { text: string; key: string }

/** A repeated key changes nothing. Throws 404, 403 for the own account, 409 if changed or closed, 422. */
export function answerCase(deps: Deps, operatorId: number, given: Answer): Promise<void> {
  const answered = inTransaction(deps.db.pool, (tx) => answerOnce(tx, deps, operatorId, given))
  // Two cases with the same key at the same moment: the later one fails in the database.
  return answered.catch(orConflict({ case_messages_of_operator: keyReused }))
}

async function answerOnce(tx: Queryable, deps: Deps, operatorId: number, { key, text, ...seen }: Answer) {
  const found = await lockCase(tx, seen.id)
  const given = await findAnswer(tx, operatorId, key)
  if (given) {
    if (given.case_id !== seen.id || given.message !== text) throw keyReused()
    return
  }
  const shown = await requireOpen(tx, operatorId, found, seen)
  const at = deps.now()
  const waitedSince = shown.waiting_since
  const messageId = await insertMessage(tx, { caseId: seen.id, operatorId, message: text, key, waitedSince, at })
  const assigneeId = shown.assignee?.id ?? operatorId
  await updateCase(tx, { id: seen.id, state: 'answered', assigneeId, updatedAt: at })
  await recordAudit(tx, { operatorId, action: 'case.answered', subjectId: seen.id, changedFields: ['answer'], at })
  await deps.jobs.enqueueMail(tx, { kind: 'case-answer', id: messageId })
}

const keyReused = () => invalid('idempotency_key', texts.keyReused)

/** Gives a case to a manager, or to nobody. Throws 404, 409 as above, 422 for anyone else. */
export async function assignCase(
  deps: Deps,
  operatorId: number,
  { assigneeId, ...seen }: Seen & { assigneeId: number | null },
): Promise<void> {
  await inTransaction(deps.db.pool, async (tx) => {
    const shown = requireNotClosed(requireVersion(await lockCase(tx, seen.id), seen.version, texts.caseChanged))
    if (assigneeId !== null && !(await lockManager(tx, assigneeId))) throw invalid('operator_id', texts.assigneeUnknown)
    const before = shown.assignee?.id ?? null
    if (before === assigneeId) return
    await updateCase(tx, { id: seen.id, state: shown.state, assigneeId, updatedAt: undefined })
    const changes = [{ field: 'assignee_id', before: idText(before), after: idText(assigneeId) }]
    await recordAudit(tx, { operatorId, action: 'case.assigned', subjectId: seen.id, changes, at: deps.now() })
  })
}

const idText = (id: number | null) => (id === null ? null : String(id))

/** Closes a case. Throws 404, 403 for the operator's own account, 409 if it has changed or is closed. */
export async function closeCase(deps: Deps, operatorId: number, seen: Seen): Promise<void> {
  await inTransaction(deps.db.pool, async (tx) => {
    const shown = await requireOpen(tx, operatorId, await lockCase(tx, seen.id), seen)
    await updateCase(tx, { id: seen.id, state: 'closed', assigneeId: shown.assignee?.id ?? null, updatedAt: undefined })
    const entry = { operatorId, subjectId: seen.id, changedFields: ['state'], at: deps.now() }
    await recordAudit(tx, { ...entry, action: 'case.closed' })
  })
}

/** A case that this operator may answer or close. */
async function requireOpen(tx: Queryable, operatorId: number, found: AdminCaseRow | undefined, { version }: Seen) {
  const shown = requireNotClosed(requireVersion(found, version, texts.caseChanged))
  if (await isOwnAccount(tx, operatorId, shown.user_id)) throw forbidden(texts.ownAccount)
  return shown
}

function requireNotClosed(shown: AdminCaseRow): AdminCaseRow {
  if (shown.state === 'closed') throw conflict(texts.caseClosed)
  return shown
}
