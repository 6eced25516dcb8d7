import { useHydrated } from '@stampus/ui/hydrated'
import { Notice } from '@stampus/ui/Notice'
import { useEffect } from 'react'
import * as words from '#words'
import { ownDrafts, useDrafts } from './draft.ts'

/** Tells a guest on the way to sign in that the receipt they began is not lost (D-03). */
export function KeptReceipt() {
  const begun = useDrafts(({ kept }) => kept.some(({ owner }) => owner === null))
  const hydrated = useHydrated()
  // Old ones go by being read.
  useEffect(() => void ownDrafts(), [])
  return begun && hydrated ? <Notice kind="info">{words.loginReceiptKept}</Notice> : null
}
