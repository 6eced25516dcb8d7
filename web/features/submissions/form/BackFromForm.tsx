import { useLocation } from 'react-router'
import * as words from '#words'
import { BackLink } from '../../../shared/components/BackLink.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { useCorrectedId } from './correction.ts'

/** Back from the form of a receipt: to the one that it corrects, else as every page goes back. */
export function BackFromForm({ to }: { to: string }) {
  const corrected = useCorrectedId()
  const { state } = useLocation()
  if (!corrected) return <BackLink to={to} />
  return (
    <BackLink
      to={linkTo('submission', { id: corrected })}
      cameFrom={Boolean((state as { fromSubmission?: boolean } | null)?.fromSubmission)}
    >
      {words.receiptBackToCorrected}
    </BackLink>
  )
}
