import { takeSpotCheck, undoVerdict } from '@stampus/contract/console/spotChecks'
import { Empty } from '@stampus/ui/Empty'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { SearchCheck } from 'lucide-react'
import { useState } from 'react'
import { q, queryClient, useIsManager } from '../../../shared/api/queries.ts'
import { LoadFailure } from '../../../shared/components/LoadFailure.tsx'
import { Page } from '../../../shared/components/Page.tsx'
import { frequentReasons } from '../../../shared/labels/reasons.ts'
import { UndoBar } from '../../../shared/receipts/UndoBar.tsx'
import { CaseSkeleton } from '../case/CaseView.tsx'
import { useUndo } from '../case/queue.ts'
import { Disagreements } from './Disagreements.tsx'
import { type GivenVerdict, SpotCheckCase, screenHeight } from './SpotCheckCase.tsx'

const nextCheck = q(takeSpotCheck, {})

/** Spot checks: second looks at decisions chosen at random. The decision is not shown. */
export function SpotChecksPage() {
  const isManager = useIsManager()
  usePrefetchQuery(frequentReasons)
  const [given, setGiven] = useState<GivenVerdict>()
  const [undone, setUndone] = useState<GivenVerdict>()
  const undo = useUndo({
    call: undoVerdict,
    last: given,
    // The next check may be loading, and would replace this one.
    before: () => queryClient.cancelQueries({ queryKey: nextCheck.queryKey }),
    onUndone: (answer) => {
      queryClient.setQueryData(nextCheck.queryKey, answer)
      setUndone(given)
      setGiven(undefined)
    },
    onFailed: () => void queryClient.invalidateQueries({ queryKey: nextCheck.queryKey }),
  })
  return (
    <Page
      title="Spot checks"
      done={
        <UndoBar undoUntil={given?.undoUntil} {...undo}>
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
      {isManager ? <Disagreements /> : null}
    </Page>
  )
}

type NextProps = { undone: GivenVerdict | undefined; onGiven: (given: GivenVerdict) => void }

function NextSpotCheck({ undone, onGiven }: NextProps) {
  const check = useQuery({ ...nextCheck, refetchOnWindowFocus: false })
  const { data } = check
  if (check.error) return <LoadFailure query={check} />
  if (!data) return <CaseSkeleton label="Loading the next spot check" look={screenHeight} />
  if (!data.data) return <Empty icon={SearchCheck} text="No spot checks to do" />
  const { id } = data.data
  const isUndone = undone?.id === id
  return (
    <SpotCheckCase
      // The key changes when a verdict is undone, so that the case starts over even if no other check was shown since.
      key={isUndone ? `${id} ${undone.undoUntil}` : id}
      check={data.data}
      waiting={data.waiting}
      initialFacts={isUndone ? undone.facts : undefined}
      onGiven={onGiven}
      onNext={() => check.refetch()}
    />
  )
}
