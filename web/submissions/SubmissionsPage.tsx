import { SUBMISSIONS_MORE_AT } from '@stampus/contract/limits'
import { list, type Status, status } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import { buttonClass } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { ReceiptText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { Chips } from '../app/Chips.tsx'
import { EndlessList } from '../app/EndlessList.tsx'
import { useEndless } from '../app/endless.ts'
import { Link } from '../app/Link.tsx'
import { linkTo } from '../app/paths.ts'
import { Title } from '../app/Title.tsx'
import { lookAgain } from './decisionNews.ts'
import { SubmissionRow, SubmissionRowsWait } from './SubmissionRow.tsx'

/** S-2.26: the member's own receipts and how each stands. */
export function SubmissionsPage() {
  const wanted = useStatus()
  const submissions = useEndless(list, wanted ? { status: wanted } : {}, {
    pageSize: SUBMISSIONS_MORE_AT,
    refetchInterval: lookAgain,
  })
  return (
    <div className="mx-auto grid max-w-2xl gap-5">
      <Title>My Submissions</Title>
      <Chips label="Status" chips={chipsFor(wanted)} />
      <EndlessList
        list={submissions}
        wait={<SubmissionRowsWait />}
        failed={texts.submissionsFailed}
        moreFailed={texts.moreSubmissionsFailed}
        empty={<NoSubmissions />}
      >
        {(rows) => (
          <ul className="grid gap-4">
            {rows.map((submission) => (
              <li key={submission.id}>
                <SubmissionRow
                  submission={submission}
                  onExpired={() => void submissions.refetch({ cancelRefetch: false })}
                />
              </li>
            ))}
          </ul>
        )}
      </EndlessList>
    </div>
  )
}

function useStatus(): Status | undefined {
  const [params] = useSearchParams()
  return status.safeParse(params.get('status')).data
}

function chipsFor(wanted: Status | undefined) {
  const chip = (label: string, value: Status | undefined) => ({
    label,
    to: linkTo('submissions', {}, { status: value }),
    current: wanted === value,
  })
  return [
    chip('All', undefined),
    chip('Pending', 'pending'),
    chip('Approved', 'approved'),
    chip('Rejected', 'rejected'),
  ]
}

function NoSubmissions() {
  return (
    <Empty icon={ReceiptText} text={texts.noSubmissions}>
      <p>Every receipt you send is listed here.</p>
      <Link to={linkTo('merchants')} className={buttonClass()}>
        Choose a merchant
      </Link>
    </Empty>
  )
}
