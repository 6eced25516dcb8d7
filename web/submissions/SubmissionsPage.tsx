import { SUBMISSIONS_MORE_AT } from '@stampus/contract/limits'
import { list, type Status, status } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import { buttonClass } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { ReceiptText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import * as words from '#words'
import { Chips } from '../app/Chips.tsx'
import { EndlessList } from '../app/EndlessList.tsx'
import { useEndless } from '../app/endless.ts'
import { Link } from '../app/Link.tsx'
import { linkTo } from '../app/paths.ts'
import { Title } from '../app/Title.tsx'
import { WaitingReceipt } from '../home/WaitingReceipt.tsx'
import { lookAgain } from './decisionNews.ts'
import { useKeptRows } from './keptRows.ts'
import { SubmissionRow, SubmissionRowsWait } from './SubmissionRow.tsx'
import { statusFilter } from './statusFilter.ts'
import { statusWord } from './statusWord.ts'

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
