import { useHydrated } from '@stampus/ui/browser/useHydrated'
import { Notice } from '@stampus/ui/Notice'
import { useEffect } from 'react'
import * as words from '#words'
import { readOwnDrafts, useDrafts } from './draft.ts'

export function SavedReceiptNotice() {
  const hasGuestDraft = useDrafts(({ drafts }) => drafts.some(({ owner }) => owner === null))
  const hydrated = useHydrated()
  // Reading also deletes expired drafts.
  useEffect(() => void readOwnDrafts(), [])
  return hasGuestDraft && hydrated ? <Notice kind="info">{words.loginReceiptKept}</Notice> : null
}
