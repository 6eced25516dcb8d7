import * as texts from '@stampus/contract/texts'
import * as words from '#words'
import { notify } from '../../../shared/notifications.ts'
import { endSession, useSession } from '../../../shared/storage/session.ts'
import { forgetUnsaved } from '../profile/unsavedProfile.ts'

/** The account is deleted: nothing of its member stays in this browser, and the login page says so. */
export async function leaveForGood(): Promise<void> {
  const { user } = useSession.getState()
  forgetUnsaved()
  endSession('signed_out')
  notify({ type: 'success', title: words.deletionDone, message: texts.accountDeleted })
  await Promise.allSettled([forgetDraft(), user && forgetMarks(user.id)])
}

async function forgetDraft(): Promise<void> {
  const { clearDraft } = await import('../../../shared/receipts/draft.ts')
  await clearDraft()
}

async function forgetMarks(userId: number): Promise<void> {
  const { forgetReadMarks } = await import('../../../shared/storage/readMarks.ts')
  forgetReadMarks(userId)
  const { forgetSeenBalance } = await import('../../../shared/storage/seenStamps.ts')
  forgetSeenBalance(userId)
}
