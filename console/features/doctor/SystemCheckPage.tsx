import { type DoctorReport, examine, type Finding } from '@stampus/contract/console/doctor'
import { Button } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { q } from '../../shared/api/queries.ts'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { LoadFailure, StaleNotice } from '../../shared/components/LoadFailure.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'

export function SystemCheckPage() {
  const query = useQuery({ ...q(examine, {}), refetchOnWindowFocus: false })
  const again = (
    <Button look="secondary" isBusy={query.isFetching} onClick={() => void query.refetch()}>
      Check again
    </Button>
  )
  return (
    <Page title="System check" actions={query.data && again}>
      {query.data ? (
        <>
          <StaleNotice query={query} />
          <Report {...query.data.data} />
        </>
      ) : query.error ? (
        <LoadFailure query={query} />
      ) : (
        <Loading label="Checking the system" className="grid gap-4">
          <p className="text-muted">This can take some seconds.</p>
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-28 w-full" />
        </Loading>
      )}
    </Page>
  )
}

function Report({ checked_at, findings, passed }: DoctorReport) {
  return (
    <>
      <p className="max-w-3xl text-muted">
        Checked on <When at={checked_at} hasSeconds />. Each server checks itself at most once a minute, and this is
        what the one that answered sees.
      </p>
      {findings.length === 0 ? <Empty icon={CircleCheck} text="Nothing to do" /> : null}
      <ul className="grid gap-3 empty:hidden">
        {findings.map((finding) => (
          <FindingItem key={`${finding.check} ${finding.wrong}`} {...finding} />
        ))}
      </ul>
      {passed.length > 0 ? <p className="max-w-3xl text-muted">Good: {passed.join(', ')}.</p> : null}
    </>
  )
}

function FindingItem({ check, kind, wrong, advice }: Finding) {
  return (
    <li className="grid gap-2 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-bold text-lead">{check}</h2>
        <StateBadge
          {...(kind === 'problem' ? { look: 'soon', name: 'To do' } : { look: 'quiet', name: 'Not checked' })}
        />
      </div>
      <p className="wrap-anywhere font-semibold">{wrong}</p>
      <p className="wrap-anywhere">{advice}</p>
    </li>
  )
}
