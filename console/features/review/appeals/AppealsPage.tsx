import { appeals, type OpenAppeal } from '@stampus/contract/console/review'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { hasMore } from '@stampus/contract/fields'
import { Failure } from '@stampus/ui/Failure'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useIsActive } from '../../../shared/api/activity.ts'
import { q, queryClient } from '../../../shared/api/queries.ts'
import { usePageHeading } from '../../../shared/components/Page.tsx'
import { settings } from '../../../shared/settings.ts'
import { CaseSkeleton } from '../desk/DeskStates.tsx'
import { AppealCase, appealColumns } from './AppealCase.tsx'

const POLL_MS = 60_000

type AppealsList = AnswerOf<typeof appeals>

/** The first page of appeals that wait for an answer, the oldest first. */
const appealsQuery = q(appeals, {})

/** Appeals, the oldest first, one at a time. The open one stays until the manager goes on. */
export function AppealsPage() {
  const list = useQuery({ ...appealsQuery, refetchInterval: useIsActive() && POLL_MS })
  const heading = usePageHeading()
  const [opened, setOpened] = useState<OpenAppeal>()
  const [skippedId, setSkippedId] = useState(0)
  const [message, setMessage] = useState('')
  const waiting = list.data?.data ?? []
  // After the last appeal, skipped ones come again.
  const next = waiting.find(({ id }) => id > skippedId) ?? waiting[0]
  if (!opened && next) setOpened(next)
  useEffect(() => {
    document.title = `Appeals · ${settings.product_name} Console`
  }, [])
  const openNext = (id: number, text = '') => {
    setSkippedId(id)
    setOpened(undefined)
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
          isClosed={waiting.every(({ id }) => id !== opened.id)}
          hasOthers={waiting.some(({ id }) => id !== opened.id)}
          onSent={(outcome) => {
            // The list is still being fetched again.
            queryClient.setQueryData(appealsQuery.queryKey, (now) => now && without(now, opened.id))
            openNext(opened.id, `Answer sent: receipt ${opened.item.id} ${outcomeTexts[outcome]}`)
          }}
          onSkip={() => openNext(opened.id)}
        />
      ) : (
        <NoOpenAppeal {...list} onRetry={() => void list.refetch()} />
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

type NoOpenAppealProps = {
  data: AppealsList | undefined
  isPending: boolean
  isFetching: boolean
  onRetry: () => void
}

function NoOpenAppeal({ data, isPending, isFetching, onRetry }: NoOpenAppealProps) {
  if (data && !hasMore(data)) return <NoAppeals />
  if (isPending || (data && isFetching)) return <CaseSkeleton label="Loading the appeals" columns={appealColumns} />
  return <Failure text="Couldn't load the appeals." retry="Retry" isBusy={isFetching} onRetry={onRetry} />
}

function NoAppeals() {
  return (
    <div className="grid flex-1 place-items-center py-16 text-center">
      <div className="grid justify-items-center gap-2">
        <Inbox aria-hidden="true" className="size-12 text-muted" />
        <p className="font-bold text-title">No appeals pending</p>
        <p className="text-muted">Members can appeal a rejection once. New appeals appear here automatically.</p>
      </div>
    </div>
  )
}
