import { buildRequest } from '@stampus/contract/client'
import type { Owner } from '@stampus/contract/counter/owners'
import { accept, exportLines, type Statement, type StatementLine, show } from '@stampus/contract/counter/statements'
import { readableNumber } from '@stampus/contract/rewards/voucherCodes'
import { dayIn, formatDay, formatMonth } from '@stampus/contract/values/days'
import { formatSen } from '@stampus/contract/values/money'
import { Button, buttonClass } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { PrintedStatement } from '@stampus/ui/PrintedStatement'
import { Download, Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import * as words from '#statementWords'
import { cancel } from '#words'
import { call, useWork } from '../../shared/api/api.ts'
import { useAnswer } from '../../shared/api/useAnswer.ts'
import { ErrorNotice } from '../../shared/components/ErrorNotice.tsx'
import { Loaded } from '../../shared/components/Loaded.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { language } from '../../shared/language.ts'
import { localText } from '../../shared/localText.ts'
import { statementsPath } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'
import { formatDayAndTime } from '../../shared/times.ts'
import { OwnerGate } from './OwnerGate.tsx'
import { howOf, StatementLines } from './StatementLines.tsx'

type Full = Statement & { rows: StatementLine[] }
type Props = { id: number; month: string }

/** One statement of a shop: its figures, what the owner may do, and its lines; also for the printer. */
export default function StatementPage(props: Props) {
  return <OwnerGate>{(owner) => <OneStatement key={owner.id} owner={owner} {...props} />}</OwnerGate>
}

function OneStatement({ id, month, owner }: Props & { owner: Owner }) {
  const input = useMemo(() => ({ id, month }), [id, month])
  const answer = useAnswer(show, input)
  const shop = owner.merchants.find((merchant) => merchant.id === id)?.name ?? ''
  const name = formatMonth(month, language)
  return (
    <>
      <div className="contents print:hidden">
        <Page title={words.statementOf(name)} back={statementsPath(id)}>
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
                    href={`/api${buildRequest(exportLines, input).path}`}
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
  const paid = paid_at ? words.paidText(dayOf(paid_at), payment_reference ?? '') : ''
  const texts = { live: words.liveText, issued: words.issuedText, accepted: words.acceptedText, paid }
  const kinds = { live: 'info', issued: 'warning', accepted: 'success', paid: 'success' } as const
  return (
    <>
      <dl className="flex flex-wrap items-baseline gap-x-4">
        <dt className="whitespace-nowrap text-muted">{words.total}</dt>
        <dd className="ml-auto font-bold text-title tabular-nums">{formatSen(total_sen, settings.currency)}</dd>
        <dd className="w-full text-right text-muted text-small">{words.lines(lines)}</dd>
      </dl>
      <Notice kind={kinds[state]}>
        <p className="font-semibold">{open_disputes > 0 ? words.disputed : words.states[state]}</p>
        <p className="wrap-anywhere">{open_disputes > 0 ? words.disputedText(open_disputes) : texts[state]}</p>
      </Notice>
    </>
  )
}

type AcceptanceProps = { id: number; statement: Full; onChanged: () => Promise<void> }

/** Accepts the statement after a question that names the amount. */
function Acceptance({ id, statement: { month, total_sen }, onChanged }: AcceptanceProps) {
  const [isAsking, setAsking] = useState(false)
  const question = words.acceptQuestion(formatSen(total_sen, settings.currency))
  const accepting = useWork(async () => {
    // What is shown may be old if it is refused: someone else was first.
    await call(accept, { id, month }).finally(onChanged)
  })
  if (!isAsking)
    return (
      <>
        <ErrorNotice error={accepting.error} />
        <Button onClick={() => setAsking(true)}>{words.accept}</Button>
      </>
    )
  return (
    <fieldset aria-label={question} className="grid gap-3 rounded-sheet border border-border-strong bg-sheet p-4">
      <p>{question}</p>
      <ErrorNotice error={accepting.error} />
      <div className="flex flex-wrap gap-2">
        <Button isBusy={accepting.isBusy} onClick={() => void accepting.run()}>
          {words.accept}
        </Button>
        <Button look="secondary" onClick={() => setAsking(false)}>
          {cancel}
        </Button>
      </div>
    </fieldset>
  )
}

function Printed({ shop, name, statement }: { shop: string; name: string; statement: Full }) {
  const { state, total_sen, lines, issued_at, rows } = statement
  const amount = (sen: number) => formatSen(sen, settings.currency)
  const stateText = statement.payment_reference
    ? `${words.states[state]}, ${statement.payment_reference}`
    : words.states[state]
  return (
    <PrintedStatement
      merchant={shop}
      title={words.statementOf(name)}
      figures={[
        { name: words.total, value: `${amount(total_sen)}, ${words.lines(lines)}` },
        { name: words.state, value: stateText },
        ...(issued_at ? [{ name: words.issuedOn, value: dayOf(issued_at) }] : []),
      ]}
      columns={words.printedColumns}
      rows={rows.map((row, at) => ({
        key: `${at}`,
        cells: {
          at: formatDayAndTime(row.at),
          what: localText(row.title ?? words.kinds[row.kind], row.title_ms),
          number: row.number ? readableNumber(row.number) : '',
          how: howOf(row),
          amount: amount(row.amount_sen),
        },
        notes: [
          row.reason,
          row.dispute && `${words.yourWords}: ${row.dispute.reason}`,
          row.dispute?.answer && `${words.answer}: ${row.dispute.answer}`,
          row.dispute?.adjusted_sen && words.adjusted(amount(row.dispute.adjusted_sen)),
        ].filter((note) => typeof note === 'string'),
      }))}
      total={{ name: words.total, value: amount(total_sen) }}
    />
  )
}
