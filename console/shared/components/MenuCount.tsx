import type { AnswerOf, Endpoint, InputOf } from '@stampus/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useIsActive } from '../api/activity.ts'
import { q } from '../api/queries.ts'
import { CountBadge } from './Badge.tsx'

type Props<E extends Endpoint> = {
  endpoint: E
  input: InputOf<E>
  everyMs: number
  /** The number, and its text for screen readers; undefined if nothing waits. */
  count: (answer: AnswerOf<E>) => { shown: string; text: string } | undefined
}

/** How many things wait, beside a menu entry. It is fetched again from time to time while the operator is active. */
export function MenuCount<E extends Endpoint>({ endpoint, input, everyMs, count }: Props<E>) {
  const refetchInterval = useIsActive() && everyMs
  const { data } = useQuery({ ...q(endpoint, input), staleTime: everyMs, refetchInterval })
  const waiting = data === undefined ? undefined : count(data)
  return waiting ? <CountBadge {...waiting} /> : null
}
