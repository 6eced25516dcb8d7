import { buildRequest } from '@stampus/contract/client'
import { accept, exportLines, type Statement, type StatementLine, show } from '@stampus/contract/counter/statements'
import { readableNumber } from '@stampus/contract/rewards/vouchers'
import { dayIn, formatDay, formatMonth } from '@stampus/contract/values/days'
import { Button, buttonClass } from '@stampus/ui/Button'
import { useWork } from '@stampus/ui/browser/useWork'
import { generalError } from '@stampus/ui/fieldErrors'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { Notice } from '@stampus/ui/Notice'
import { PrintedStatement } from '@stampus/ui/PrintedStatement'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#statementWords'
import { call } from '../../shared/api/api.ts'
import { useAnswer } from '../../shared/api/useAnswer.ts'
import { Loaded } from '../../shared/components/Loaded.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { Question } from '../../shared/components/Section.tsx'
import { language } from '../../shared/language.ts'
import { statementsPath } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'
import { formatDayAndTime } from '../../shared/times.ts'
import { forOwner, type OwnerProps, shopName } from './OwnerGate.tsx'
import { StatementLines } from './StatementLines.tsx'
import { howOf, money, titleOf } from './statementTexts.ts'

type Full = Statement & { rows: StatementLine[] }

export default forOwner(StatementPage)

function StatementPage({ id, month, owner }: OwnerProps & { id: number; month: string }) {
  const answer = useAnswer(show, { id, month })
  const shop = shopName(owner, id) ?? ''
  const name = formatMonth(month, language)
  return (
    <>
      <div className="contents print:hidden">
        <Page title={sentences.statementOf(name)} back={statementsPath(id)}>
          <p className="wrap-anywhere font-semibold">{shop}</p>
          <Loaded answer={answer}>
            {({ data }) => (
              <>
                <Summary statement={data} />
                {data.state === 'issued' && data.open_disputes === 0 ? (
                  <Acceptance id={id} statement={data} onChanged={answer.reload} />
                ) : null}
                <div className="flex flex-wrap gap-2">
                  <a
                    href={`/api${buildRequest(exportLines, { id, month }).path}`}
                    download
                    className={buttonClass('secondary')}
                  >
                    <Download aria-hidden="true" className="size-4" />
                    {words.csv}
                  </a>
                  <Button look="secondary" onClick={() => window.print()}>
                    <Printer aria-hidden="true" className="size-4" />
                    {words.print}
                  </Button>
                </div>
                <StatementLines rows={data.rows} mayDispute={data.state === 'issued'} onChanged={answer.reload} />
              </>
            )}
          </Loaded>
        </Page>
      </div>
      {answer.data ? <Printed shop={shop} name={name} statement={answer.data.data} /> : null}
    </>
  )
}

const dayOf = (at: string) => formatDay(dayIn(settings.time_zone, new Date(at)), language)

function Summary({ statement }: { statement: Full }) {
  const { state, total_sen, lines, open_disputes, paid_at, payment_reference } = statement
  const paid = paid_at ? sentences.paidText(dayOf(paid_at), payment_reference ?? '') : ''
  const texts = { live: words.liveText, issued: words.issuedText, accepted: words.acceptedText, paid }
  const kinds = { live: 'info', issued: 'warning', accepted: 'success', paid: 'success' } as const
  return (
    <>
      <dl className="flex flex-wrap items-baseline gap-x-4">
        <dt className="whitespace-nowrap text-muted">{words.total}</dt>
        <dd className="ml-auto font-bold text-title tabular-nums">{money(total_sen)}</dd>
        <dd className="w-full text-right text-muted text-small">{sentences.lineCount(lines)}</dd>
      </dl>
      <Notice kind={kinds[state]}>
        <p className="font-semibold">{open_disputes > 0 ? words.disputed : words.states[state]}</p>
        <p className="wrap-anywhere">{open_disputes > 0 ? sentences.disputedText(open_disputes) : texts[state]}</p>
      </Notice>
    </>
  )
}

type AcceptanceProps = { id: number; statement: Full; onChanged: () => Promise<void> }

function Acceptance({ id, statement: { month, total_sen }, onChanged }: AcceptanceProps) {
  const [isAsking, setAsking] = useState(false)
  const accepting = useWork(async () => {
    // What is shown may be old if it is refused: someone else was first.
    await call(accept, { id, month }).finally(onChanged)
  })
  return isAsking ? (
    <Question
      text={sentences.acceptQuestion(money(total_sen))}
      action={words.accept}
      work={accepting}
      onCancel={() => setAsking(false)}
      className="rounded-sheet border border-border-strong bg-sheet p-4"
    />
  ) : (
    <>
      <ErrorNotice>{generalError(accepting.error)}</ErrorNotice>
      <Button onClick={() => setAsking(true)}>{words.accept}</Button>
    </>
  )
}

function Printed({ shop, name, statement }: { shop: string; name: string; statement: Full }) {
  const { state, total_sen, lines, issued_at, payment_reference, rows } = statement
  return (
    <PrintedStatement
      merchant={shop}
      title={sentences.statementOf(name)}
      figures={{
        [words.total]: `${money(total_sen)}, ${sentences.lineCount(lines)}`,
        [words.state]: [words.states[state], payment_reference].filter(Boolean).join(', '),
        [words.issuedOn]: issued_at && dayOf(issued_at),
      }}
      columns={words.printedColumns}
      rows={rows.map((row) => ({
        at: formatDayAndTime(row.at),
        what: titleOf(row),
        number: row.number ? readableNumber(row.number) : '',
        how: howOf(row),
        amount: money(row.amount_sen),
        notes: notesOf(row),
      }))}
      total={{ name: words.total, amount: money(total_sen) }}
    />
  )
}

function notesOf({ reason, dispute }: StatementLine) {
  return [
    reason,
    dispute && `${words.yourWords}: ${dispute.reason}`,
    dispute?.answer && `${words.answer}: ${dispute.answer}`,
    dispute?.adjusted_sen && sentences.adjusted(money(dispute.adjusted_sen)),
  ]
}
