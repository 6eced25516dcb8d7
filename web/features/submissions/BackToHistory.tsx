import { useLocation } from 'react-router'
import * as words from '#words'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { linkTo } from '../../shared/paths.ts'

/** S-2.28. From the history it goes back to the very place in it; from elsewhere to its top. */
export function BackToHistory() {
  const { state } = useLocation()
  return (
    <BackLink to={linkTo('submissions')} cameFrom={Boolean((state as { fromHistory?: boolean } | null)?.fromHistory)}>
      {words.submissionBack}
    </BackLink>
  )
}
