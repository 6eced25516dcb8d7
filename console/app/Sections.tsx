import { Activity, useState } from 'react'
import { Navigate, useMatch } from 'react-router'
import { AppealsPage } from '../review/AppealsPage.tsx'
import { DeskPage } from '../review/DeskPage.tsx'

/**
 * The desk and, for a manager, the appeals. The one out of sight keeps what lies on it, what was typed and what may be
 * undone, while its keys and clocks rest.
 */
export function Sections({ isManager }: { isManager: boolean }) {
  const atDesk = useMatch('/') !== null
  const atAppeals = useMatch('/appeals') !== null && isManager
  const [appealsSeen, setAppealsSeen] = useState(atAppeals)
  if (atAppeals && !appealsSeen) setAppealsSeen(true)
  if (!atDesk && !atAppeals) return <Navigate to="/" replace />
  return (
    <>
      <Activity mode={atDesk ? 'visible' : 'hidden'}>
        <DeskPage />
      </Activity>
      {appealsSeen ? (
        <Activity mode={atAppeals ? 'visible' : 'hidden'}>
          <AppealsPage />
        </Activity>
      ) : null}
    </>
  )
}
