import { Failure } from '@stampus/ui/Failure'
import { Spinner } from '@stampus/ui/Spinner'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { settings } from '../app/settings.ts'
import { AppealCase } from './AppealCase.tsx'
import { appealsQuery } from './appealsQuery.ts'

/** What members object to, the oldest first, one at a time. */
export function AppealsPage() {
  const { data, isPending, isFetching, refetch } = useQuery(appealsQuery)
  const [passed, setPassed] = useState<number[]>([])
  useEffect(() => {
    document.title = `Appeals · ${settings.product_name}`
  }, [])
  const open = data?.data.filter(({ id }) => !passed.includes(id))
  const [first] = open ?? []
  return (
    <main className="flex min-h-0 flex-1 flex-col gap-3 p-3 lg:p-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 className="font-bold text-lead">Appeals</h1>
        {first ? (
          <p role="status" className="text-soft tabular-nums">
            {open?.length === 1 ? '1 appeal waits' : `${open?.length} appeals wait`}
          </p>
        ) : null}
      </div>
      {first ? (
        <AppealCase key={first.id} appeal={first} onDone={() => setPassed((ids) => [...ids, first.id])} />
      ) : isPending ? (
        <Spinner size="lg" label="Opening the appeals" />
      ) : data ? (
        <NoAppeals />
      ) : (
        <Failure
          text="The appeals could not be opened."
          retry="Retry"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </main>
  )
}

function NoAppeals() {
  return (
    <div className="grid flex-1 place-items-center py-16 text-center">
      <div className="grid justify-items-center gap-2">
        <Inbox aria-hidden="true" className="size-12 text-soft" />
        <p className="font-bold text-title">No appeal waits</p>
        <p className="text-soft">Members may appeal a rejection once; it appears here by itself.</p>
      </div>
    </div>
  )
}
