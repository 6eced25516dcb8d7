import type { Submission } from '@stampus/contract/submissions'
import { formatAmount } from '@stampus/contract/values/money'
import { StatusMark } from '@stampus/ui/StatusMark'
import { Link } from '../../shared/components/Link.tsx'
import { When } from '../../shared/components/When.tsx'
import { linkTo } from '../../shared/paths.ts'
import { statusWord } from '../../shared/receipts/statusWord.ts'
import { settings } from '../../shared/settings.ts'

/** One submission in a line: where, how much, how long ago, and how it stands. */
export function ActivityRow({ submission }: { submission: Submission }) {
  const { id, merchant, purchase_amount, created_at, status } = submission
  return (
    <li>
      <Link
        to={linkTo('submission', { id })}
        className="flex min-h-19 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-tint focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1 basis-28">
          <span className="block font-semibold">{merchant.name}</span>
          <When at={created_at} className="text-small text-muted" />
        </span>
        <span className="ml-auto grid max-w-full justify-items-end gap-1">
          <span className="font-receipt tabular-nums">{formatAmount(purchase_amount, settings.currency)}</span>
          <StatusMark status={status} word={statusWord(status)} />
        </span>
      </Link>
    </li>
  )
}
