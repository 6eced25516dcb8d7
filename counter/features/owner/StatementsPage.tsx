import type { Owner } from '@stampus/contract/counter/owners'
import { list, type Statement } from '@stampus/contract/counter/statements'
import { formatMonth } from '@stampus/contract/values/days'
import { formatSen } from '@stampus/contract/values/money'
import { useMemo } from 'react'
import { Link } from 'wouter'
import * as words from '#statementWords'
import { useAnswer } from '../../shared/api/useAnswer.ts'
import { Loaded } from '../../shared/components/Loaded.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { language } from '../../shared/language.ts'
import { shopPath, statementPath } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'
import { OwnerGate } from './OwnerGate.tsx'
import { StatementBadge } from './StatementBadge.tsx'

/** The statements of one shop, the newest first. */
export default function StatementsPage({ id }: { id: number }) {
  return <OwnerGate>{(owner) => <Statements key={owner.id} id={id} owner={owner} />}</OwnerGate>
}

function Statements({ id, owner }: { id: number; owner: Owner }) {
  const input = useMemo(() => ({ id }), [id])
  const answer = useAnswer(list, input)
  const shop = owner.merchants.find((merchant) => merchant.id === id)
  return (
    <Page title={words.title} back={shopPath(id)}>
      {shop && owner.merchants.length > 1 ? <p className="wrap-anywhere font-semibold">{shop.name}</p> : null}
      <p className="text-muted">{words.explanation}</p>
      <Loaded answer={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{words.empty}</p>
          ) : (
            <ul className="grid gap-2">
              {data.map((statement) => (
                <StatementLink key={statement.month} shopId={id} statement={statement} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

function StatementLink({ shopId, statement }: { shopId: number; statement: Statement }) {
  const { month, lines, total_sen } = statement
  return (
    <li>
      <Link
        href={statementPath(shopId, month)}
        className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 rounded-sheet border border-border-strong bg-sheet p-3"
      >
        <span className="font-semibold text-blue">{formatMonth(month, language)}</span>
        <span className="font-semibold tabular-nums">{formatSen(total_sen, settings.currency)}</span>
        <span className="flex self-center">
          <StatementBadge {...statement} />
        </span>
        <span className="self-center text-right text-muted text-small">{words.lines(lines)}</span>
      </Link>
    </li>
  )
}
