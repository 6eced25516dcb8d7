import { list, type Statement } from '@stampus/contract/counter/statements'
import { formatMonth } from '@stampus/contract/values/days'
import { Link } from 'wouter'
import * as sentences from '#sentences'
import * as words from '#statementWords'
import { useAnswer } from '../../shared/api/useAnswer.ts'
import { Loaded } from '../../shared/components/Loaded.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { language } from '../../shared/language.ts'
import { shopPath, statementPath } from '../../shared/paths.ts'
import { forOwner, type OwnerProps, shopName } from './OwnerGate.tsx'
import { StatementBadge } from './StatementBadge.tsx'
import { money } from './statementTexts.ts'

export default forOwner(StatementsPage)

function StatementsPage({ id, owner }: OwnerProps & { id: number }) {
  const answer = useAnswer(list, { id })
  return (
    <Page title={words.title} back={shopPath(id)}>
      {owner.merchants.length > 1 ? <p className="wrap-anywhere font-semibold">{shopName(owner, id)}</p> : null}
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
        <span className="font-semibold tabular-nums">{money(total_sen)}</span>
        <span className="flex self-center">
          <StatementBadge {...statement} />
        </span>
        <span className="self-center text-right text-muted text-small">{sentences.lineCount(lines)}</span>
      </Link>
    </li>
  )
}
