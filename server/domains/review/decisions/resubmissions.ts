import * as texts from '@stampus/contract/texts'
import type { Queryable } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/http/http-error.ts'
import { findApprovedResent, holdResent } from '../../submissions/resubmissions.store.ts'

/** Refuses what may earn beside an approval of what it corrects, or of what corrects it: one purchase earns once (D-41). */
export async function checkNoneApproved(tx: Queryable, submissionId: number): Promise<void> {
  await holdResent(tx, submissionId)
  const approved = await findApprovedResent(tx, submissionId)
  if (approved !== undefined) throw conflict(texts.resentApproved(approved), { fields: { submission_id: approved } })
}
