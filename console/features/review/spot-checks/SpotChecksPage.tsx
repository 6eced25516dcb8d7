import { takeSpotCheck, undoVerdict } from '@stampus/contract/console/spotChecks'
import { Empty } from '@stampus/ui/Empty'
import { Failure } from '@stampus/ui/Failure'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { SearchCheck } from 'lucide-react'
import { useState } from 'react'
import { operatorQuery, q, queryClient, useCall } from '../../../shared/api/queries.ts'
import { Page } from '../../../shared/components/Page.tsx'
import { frequentReasons } from '../../../shared/labels/reasons.ts'
import { idleStyle, UndoBar } from '../../../shared/receipts/UndoBar.tsx'
import { useShortcuts } from '../../../shared/shortcuts.ts'
import { showToast } from '../../../shared/toasts.ts'
import { Disagreements } from './Disagreements.tsx'
import { type GivenVerdict, SpotCheckCase, screenHeight } from './SpotCheckCase.tsx'

/** Spot checks: second looks at decisions chosen at random. The decision is not shown. */
export function SpotChecksPage() {
  const operator = useQuery(operatorQuery)
  usePrefetchQuery(frequentReasons)
  const [given, setGiven] = useState<GivenVerdict>()
  const [undone, setUndone] = useState<GivenVerdict>()
  const undoing = useUndoVerdict(given, (takenBack) => {
    setUndone(takenBack)
    setGiven(undefined)
  })
  useShortcuts({ u: undoing.undo })
  return (
    <Page
      title="Spot checks"
      done={
        <UndoBar
          look={given ? 'border-line bg-tint' : idleStyle}
          undoUntil={given?.undoUntil}
          isBusy={undoing.isBusy}
          onUndo={undoing.undo}
        >
          {given ? (
            <strong key={given.undoUntil}>
              Recorded: you would {given.answer} spot check {given.id}.
            </strong>
          ) : (
            ''
          )}
        </UndoBar>
      }
    >
      <p className="text-muted">
        We pick some decisions at random. Say what you would have decided. Nothing changes for the member, and managers
        see where a spot check and the decision differ.
      </p>
      <NextSpotCheck undone={undone} onGiven={setGiven} />
      {operator.data?.role === 'manager' ? <Disagreements /> : null}
    </Page>
  )
}

function NextSpotCheck({
  undone,
  onGiven,
}: {
  undone: GivenVerdict | undefined
  onGiven: (given: GivenVerdict) => void
}) {
  const check = useQuery({ ...q(takeSpotCheck, {}), refetchOnWindowFocus: false })
  const { data, error, isFetching } = check
  if (error)
    return <Failure text={error.message} retry="Retry" isBusy={isFetching} onRetry={() => void check.refetch()} />
  if (!data) return <SpotCheckSkeleton />
  if (!data.data) return <Empty icon={SearchCheck} text="No spot checks to do" />
  const { id } = data.data
  const initialFacts = undone?.id === id ? undone.facts : undefined
  // The key changes when a verdict is undone, so that the case starts over even if no other check was shown since.
  const key = undone?.id === id ? `${id} ${undone.undoUntil}` : id
  const { refetch } = check
  return (
    <SpotCheckCase
      key={key}
      check={data.data}
      waiting={data.waiting}
      initialFacts={initialFacts}
      onGiven={onGiven}
      onNext={() => refetch()}
    />
  )
}

function SpotCheckSkeleton() {
  return (
    <Loading
      label="Loading the next spot check"
      className={`grid gap-4 lg:grid-cols-[minmax(0,1fr)_28rem] ${screenHeight}`}
    >
      <Skeleton className="h-[55dvh] w-full lg:h-full" />
      <Skeleton className="h-72 w-full lg:h-full" />
    </Loading>
  )
}

const { queryKey } = q(takeSpotCheck, {})

/** Undoes the last verdict and shows its spot check again. */
function useUndoVerdict(given: GivenVerdict | undefined, onDone: (given: GivenVerdict | undefined) => void) {
  const undoing = useCall(undoVerdict)
  const undo = async () => {
    if (!given || undoing.isPending || performance.now() > given.undoUntil) return
    // The next check may be loading, and would replace this one.
    await queryClient.cancelQueries({ queryKey })
    undoing.mutate(
      { id: given.id },
      {
        onSuccess: (answer) => {
          queryClient.setQueryData(queryKey, answer)
          onDone(given)
        },
        onError: (error) => {
          showToast(error.message, 'error')
          void queryClient.invalidateQueries({ queryKey })
        },
      },
    )
  }
  return { undo: () => void undo(), isBusy: undoing.isPending }
}
