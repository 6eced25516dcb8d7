import type { AnswerOf, Endpoint, InputOf } from '@stampus/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useIsActive } from '../api/activity.ts'
import { q } from '../api/queries.ts'

type Counted<E extends Endpoint> = {
  call: E
  input: InputOf<E>
  everyMs: number
  /** How many wait, and whether there are more than the answer has. */
  count: (answer: AnswerOf<E>) => { count: number; isCut: boolean }
  /** For screen readers: what waits, as in "1 case waiting" and "12 cases waiting". */
  one: string
  many: (shown: string) => string
}

/** How many things wait, beside a menu entry. It is fetched again from time to time while the operator is active. */
export function menuCount<E extends Endpoint>({ call, input, everyMs, count, one, many }: Counted<E>): ComponentType {
  return function MenuCount() {
    const refetchInterval = useIsActive() && everyMs
    const { data } = useQuery({ ...q(call, input), staleTime: everyMs, refetchInterval })
    const { count: waiting, isCut } = data === undefined ? { count: 0, isCut: false } : count(data)
    if (waiting === 0) return null
    const shown = isCut ? `${waiting}+` : String(waiting)
    return (
      <>
        <span aria-hidden="true" className="ml-auto rounded-chip bg-blue px-2 text-on-blue text-small tabular-nums">
          {shown}
        </span>
        <span className="sr-only">{waiting === 1 ? one : many(shown)}</span>
      </>
    )
  }
}
