import { decisionTimes } from '@stampus/contract/submissions'
import { useQuery } from '@tanstack/react-query'
import * as sentences from '#sentences'
import { q } from '../../shared/api/api.ts'
import { unlessNotOffered } from '../../shared/api/optionalCalls.ts'
import { readableAge, readableDuration } from '../../shared/durations.ts'

/** Mention the oldest waiting receipt only if it has waited this many times longer than usual. */
const CLEARLY_LONGER = 1.5

export function DecisionTimes() {
  const { data } = useQuery({ ...q(decisionTimes, {}), enabled: unlessNotOffered, retry: false })
  if (!data?.data) return null
  const { typical_ms, slow_ms, oldest_wait_ms } = data.data
  const [half, most] = [readableDuration(typical_ms), readableDuration(slow_ms)]
  return (
    <p>
      {half === most ? sentences.submissionTimesAlike(most) : sentences.submissionTimes(half, most)}
      {oldest_wait_ms !== null && oldest_wait_ms > slow_ms * CLEARLY_LONGER
        ? ` ${sentences.submissionOldestWait(readableAge(oldest_wait_ms))}`
        : null}
    </p>
  )
}
