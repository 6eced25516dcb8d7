import type { Announcement } from '@stampus/contract/announcements'
import { Button } from '@stampus/ui/Button'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import * as words from '#words'
import type { Endless } from '../../shared/api/endless.ts'
import { rowsOf } from '../../shared/api/pages.ts'
import { markRead } from '../../shared/storage/readMarks.ts'

/** Takes every unread mark away, those of the pages that are not loaded yet too (S-3.05). */
export function MarkAllRead({ list }: { list: Endless<Announcement> }) {
  const [busy, setBusy] = useState(false)
  const markAll = async () => {
    setBusy(true)
    markRead(...(await allIds(list)))
    setBusy(false)
  }
  return (
    <Button look="quiet" busy={busy} onClick={() => void markAll()} className="-mx-4">
      <CheckCheck aria-hidden="true" className="size-5" />
      {words.announcementsMarkAll}
    </Button>
  )
}

/** Where a page fails, those that were loaded. */
async function allIds(list: Endless<Announcement>): Promise<number[]> {
  let loaded: Pick<Endless<Announcement>, 'data' | 'hasNextPage' | 'isError' | 'fetchNextPage'> = list
  while (loaded.hasNextPage && !loaded.isError) loaded = await loaded.fetchNextPage({ cancelRefetch: false })
  return rowsOf(loaded.data?.pages).map(({ id }) => id)
}
