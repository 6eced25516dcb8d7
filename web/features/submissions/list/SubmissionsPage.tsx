import { SUBMISSIONS_MORE_AT } from '@stampus/contract/limits'
import { list, type Status, status } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import { buttonClass } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { ReceiptText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import * as words from '#words'
import { useEndless } from '../../../shared/api/endless.ts'
import { Chips } from '../../../shared/components/Chips.tsx'
import { EndlessList } from '../../../shared/components/EndlessList.tsx'
import { Link } from '../../../shared/components/Link.tsx'
import { Title } from '../../../shared/components/Title.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { lookAgain } from '../../../shared/receipts/decisionNews.ts'
import { statusFilter } from '../../../shared/receipts/statusFilter.ts'
import { statusWord } from '../../../shared/receipts/statusWord.ts'
import { WaitingReceipt } from '../../../shared/receipts/WaitingReceipt.tsx'
import { useKeptRows } from './keptRows.ts'
import { SubmissionRow, SubmissionRowsWait } from './SubmissionRow.tsx'

/** S-2.26: the member's own receipts and how each stands. */
export function SubmissionsPage() {
  const [params] = useSearchParams()
  const filter = statusFilter(params)
  const wanted = filter.status
  const submissions = useEndless(list, filter, {
    pageSize: SUBMISSIONS_MORE_AT,
    refetchInterval: lookAgain,
  })
  const rows = useKeptRows(submissions)
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-5">
      <Title>{words.submissionsTitle}</Title>
      <WaitingReceipt sentOnly />
      <Chips label={words.submissionsStatus} chips={chipsFor(wanted)} />
      <EndlessList
        list={{ ...submissions, rows }}
        wait={<SubmissionRowsWait />}
        failed={texts.submissionsFailed}
        moreFailed={texts.moreSubmissionsFailed}
        empty={<NoSubmissions filtered={wanted !== undefined} />}
      >
        {(rows) => (
          <ul className="grid grid-cols-1 gap-4">
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

function chipsFor(wanted: Status | undefined) {
  const chip = (label: string, value: Status | undefined) => ({
    label,
    to: linkTo('submissions', {}, { status: value }),
    current: wanted === value,
  })
  return [chip(words.submissionsAll, undefined), ...status.options.map((one) => chip(statusWord(one), one))]
}

function NoSubmissions({ filtered }: { filtered: boolean }) {
  return (
    <Empty icon={ReceiptText} text={texts.noSubmissions}>
      {filtered ? (
        <Link to={linkTo('submissions')} className={buttonClass('secondary', 'mt-2')}>
          {words.submissionsSeeAll}
        </Link>
      ) : (
        <>
          <p>{words.submissionsToCome}</p>
          <Link to={linkTo('merchants')} className={buttonClass()}>
            {words.submissionsBegin}
          </Link>
        </>
      )}
    </Empty>
  )
}
