import * as texts from '@stampus/contract/texts'
import * as words from '#words'
import { notify } from '../app/notifications.ts'
import { endSession, useSession } from '../app/session.ts'
import { forgetUnsaved } from './unsavedProfile.ts'

/** The account is deleted: nothing of its member stays in this browser, and the login page says so. */
export async function leaveForGood(): Promise<void> {
  const { user } = useSession.getState()
  forgetUnsaved()
  endSession('signed_out')
  notify({ type: 'success', title: words.deletionDone, message: texts.accountDeleted })
  await Promise.allSettled([forgetDraft(), user && forgetMarks(user.id)])
}

async function forgetDraft(): Promise<void> {
  const { clearDraft } = await import('../submissions/draft.ts')
  await clearDraft()
}

async function forgetMarks(userId: number): Promise<void> {
  const { forgetReadMarks } = await import('../announcements/readMarks.ts')
  forgetReadMarks(userId)
  const { forgetSeenBalance } = await import('../home/seenStamps.ts')
  forgetSeenBalance(userId)
}
