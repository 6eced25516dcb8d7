import { show } from '@stampus/contract/submissions'
import { call } from '../api/api.ts'
import { CallError } from '../api/CallError.ts'
import { keptDraft, ownDrafts, saveAttempt } from './draft.ts'
import { earlierSubmission } from './refusals.ts'

/** A receipt that was refused for an earlier one may be sent once that one is rejected or gone (D-41): no refusal is kept then. */
export async function forgetOutdatedRefusals(): Promise<void> {
  for (const { id, attempt } of ownDrafts()) {
    const earlier = attempt?.refusal && earlierSubmission(new CallError(attempt.refusal))
    if (earlier && !(await mayStand(earlier))) forgetRefusal(id)
  }
}

async function mayStand(id: number): Promise<boolean> {
  try {
    return (await call(show, { id })).data.status !== 'rejected'
  } catch (fault) {
    return !(fault instanceof CallError && fault.status === 404)
  }
}

function forgetRefusal(id: string): void {
  const kept = keptDraft(id)
  if (!kept?.attempt?.refusal) return
  const { refusal: _, ...attempt } = kept.attempt
  saveAttempt(id, attempt)
}
