import { useEffect } from 'react'
import { Notifications } from './Notifications.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { openOffline } from './offline.ts'

/** What is told whatever page is shown: that the network is gone, and what just happened. */
export function AroundPage() {
  useEffect(openOffline, [])
  return (
    <>
      <OfflineBar />
      <Notifications />
    </>
  )
}
