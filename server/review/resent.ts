import * as texts from '@stampus/contract/texts'
import type { Queryable } from '../db/database.ts'
import { conflict } from '../http/refusal.ts'
import { findApprovedResent, holdResent } from '../submissions/resent.store.ts'

/** Refuses what may earn beside an approval of what it corrects, or of what corrects it: one purchase earns once (D-41). */
export async function checkNoneApproved(tx: Queryable, submissionId: number): Promise<void> {
  await holdResent(tx, submissionId)
  const approved = await findApprovedResent(tx, submissionId)
  if (approved !== undefined) throw conflict(texts.resentApproved(approved), { fields: { submission_id: approved } })
}
