import { readableAmount } from '@stampus/contract/money'
import type { Submission } from '@stampus/contract/submissions'
import { StatusMark } from '@stampus/ui/StatusMark'
import { Link } from '../app/Link.tsx'
import { linkTo } from '../app/paths.ts'
import { settings } from '../app/settings.ts'
import { When } from '../app/When.tsx'
import { statusWord } from '../submissions/statusWord.ts'

/** One submission in a line: where, how much, how long ago, and how it stands. */
export function ActivityRow({ submission }: { submission: Submission }) {
  const { id, merchant, purchase_amount, created_at, status } = submission
  return (
    <li>
      <Link
        to={linkTo('submission', { id })}
        className="flex min-h-19 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-wash focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1 basis-28">
          <span className="block font-semibold">{merchant.name}</span>
          <When at={created_at} className="text-small text-soft" />
        </span>
        <span className="ml-auto grid max-w-full justify-items-end gap-1">
          <span className="font-till tabular-nums">{readableAmount(purchase_amount, settings.currency)}</span>
          <StatusMark status={status} word={statusWord(status)} />
        </span>
      </Link>
    </li>
  )
}
