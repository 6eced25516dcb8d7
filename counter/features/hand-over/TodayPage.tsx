import { today } from '@stampus/contract/counter/handOvers'
import { buttonClass } from '@stampus/ui/Button'
import { NotebookPen } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'wouter'
import * as sentences from '#sentences'
import * as words from '#words'
import { isWorkOver } from '../../shared/api/api.ts'
import { useAnswer } from '../../shared/api/useAnswer.ts'
import { HandOverItem } from '../../shared/components/HandOverItem.tsx'
import { Loaded } from '../../shared/components/Loaded.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { paths } from '../../shared/paths.ts'
import { formatTime } from '../../shared/times.ts'
import { usePinRequest } from './CashierPin.tsx'

const NOTHING = {}

export default function TodayPage() {
  const answer = useAnswer(today, NOTHING)
  const requestPin = useEffectEvent(usePinRequest())
  useEffect(() => {
    if (isWorkOver(answer.error)) requestPin()
  }, [answer.error])
  return (
    <Page title={words.todayTitle} back={paths.counter}>
      <Loaded answer={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{words.todayEmpty}</p>
          ) : (
            <>
              <p className="font-semibold">{sentences.todayCount(data.filter((row) => !row.taken_back_at).length)}</p>
              <ul className="grid gap-2">
                {data.map((row) => (
                  <HandOverItem key={`${row.id} ${row.at}`} row={row} time={formatTime(row.at)} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <Link href={paths.late} className={buttonClass('secondary', 'min-h-12')}>
        <NotebookPen aria-hidden="true" className="size-5" />
        {words.lateTitle}
      </Link>
    </Page>
  )
}
