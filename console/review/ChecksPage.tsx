import { takeCheck } from '@stampus/contract/checks'
import { Empty } from '@stampus/ui/Empty'
import { Failure } from '@stampus/ui/Failure'
import { Skeleton } from '@stampus/ui/Skeleton'
import { Waiting } from '@stampus/ui/Waiting'
import { useQuery } from '@tanstack/react-query'
import { SearchCheck } from 'lucide-react'
import { useState } from 'react'
import { operatorQuery, q } from '../app/queries.ts'
import { Page } from '../parts/Page.tsx'
import { CheckCase, type Verdict } from './CheckCase.tsx'
import { Disagreements } from './Disagreements.tsx'

/** Second looks at decisions that were drawn by chance, without knowing what was decided (D-51). */
export default function ChecksPage() {
  const operator = useQuery(operatorQuery)
  const [said, setSaid] = useState('')
  return (
    <Page title="Spot checks">
      <div className="grid max-w-3xl gap-1">
        <p className="text-soft">
          Some decisions are drawn by chance for a second look. Say what you would have decided: it changes nothing for
          the member, and managers see where two looks differ.
        </p>
        <p role="status" className="font-semibold">
          {said}
        </p>
      </div>
      <NextCheck onSaid={setSaid} />
      {operator.data?.role === 'manager' ? <Disagreements /> : null}
    </Page>
  )
}

function NextCheck({ onSaid }: { onSaid: (words: string) => void }) {
  const check = useQuery({ ...q(takeCheck, {}), refetchOnWindowFocus: false })
  const { data, error, isFetching } = check
  if (error)
    return <Failure text={error.message} retry="Retry" busy={isFetching} onRetry={() => void check.refetch()} />
  if (!data) return <ComingCheck />
  if (!data.data) return <Empty icon={SearchCheck} text="No decision waits for your second look" />
  const go = () => check.refetch()
  const { id } = data.data
  const given = ({ status }: Verdict) => {
    onSaid(`Recorded: you would ${status === 'approved' ? 'approve' : 'reject'} check ${id}.`)
  }
  return <CheckCase key={id} check={data.data} waiting={data.waiting} onGiven={given} onNext={go} />
}

function ComingCheck() {
  return (
    <Waiting label="Opening the next check" className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Skeleton className="h-[55dvh] w-full" />
      <Skeleton className="h-72 w-full" />
    </Waiting>
  )
}
