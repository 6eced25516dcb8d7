import { appeals } from '@stampus/contract/console/review'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { hasMore } from '@stampus/contract/fields'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsActive } from '../../../shared/api/activity.ts'
import { q, queryClient } from '../../../shared/api/queries.ts'
import { LoadFailure } from '../../../shared/components/LoadFailure.tsx'
import { usePageHeading } from '../../../shared/components/Page.tsx'
import { CaseSkeleton, EmptyQueue } from '../case/CaseView.tsx'
import { useOpenCase } from '../case/queue.ts'
import { AppealCase } from './AppealCase.tsx'

const POLL_MS = 60_000

type AppealsList = AnswerOf<typeof appeals>

/** The first page of appeals that wait for an answer, the oldest first. */
const appealsQuery = q(appeals, {})

/** Appeals, the oldest first, one at a time. */
export function AppealsPage() {
  const list = useQuery({ ...appealsQuery, refetchInterval: useIsActive() && POLL_MS })
  const heading = usePageHeading('Appeals')
  const [message, setMessage] = useState('')
  const waiting = list.data?.data ?? []
  const { opened, openNext, isWaiting } = useOpenCase(waiting)
  const leave = (text = '') => {
    openNext()
    setMessage(text)
    heading.current?.focus()
  }
  return (
    <main className="flex min-h-0 flex-1 flex-col gap-3 p-3 lg:p-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 ref={heading} tabIndex={-1} className="font-bold text-lead">
          Appeals
        </h1>
        <p role="status" className="text-muted tabular-nums">
          {opened && list.data ? waitingText(list.data) : ''}
        </p>
        <p role="status" className="font-semibold">
          {message}
        </p>
      </div>
      {opened ? (
        <AppealCase
          key={opened.id}
          appeal={opened}
          isClosed={!isWaiting}
          hasOthers={waiting.some(({ id }) => id !== opened.id)}
          onSent={(outcome) => {
            // The list is still being fetched again.
            queryClient.setQueryData(appealsQuery.queryKey, (now) => now && without(now, opened.id))
            leave(`Answer sent: receipt ${opened.item.id} ${outcomeTexts[outcome]}`)
          }}
          onSkip={() => leave()}
        />
      ) : (
        <NoOpenAppeal list={list} />
      )}
    </main>
  )
}

const without = (list: AppealsList, answeredId: number) => ({
  ...list,
  data: list.data.filter(({ id }) => id !== answeredId),
})

/** The number of waiting appeals as text. Only the first page is known. */
function waitingText(list: AppealsList): string {
  const count = list.data.length
  if (count === 0) return 'No appeals pending'
  if (hasMore(list)) return `${count} or more appeals pending`
  return count === 1 ? '1 appeal pending' : `${count} appeals pending`
}

const outcomeTexts = { kept: 'stays rejected', reopened: 'is pending again' }

function NoOpenAppeal({ list }: { list: UseQueryResult<AppealsList> }) {
  const { data, isPending, isFetching } = list
  if (data && !hasMore(data))
    return (
      <EmptyQueue
        title="No appeals pending"
        text="Members can appeal a rejection once. New appeals appear here automatically."
      />
    )
  if (isPending || (data && isFetching)) return <CaseSkeleton label="Loading the appeals" />
  return <LoadFailure query={list} text="Couldn't load the appeals." />
}
