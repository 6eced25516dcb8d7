import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'

/** Says that today's date is sent (S-5.11), and leads to the form that asks for another. */
export function SentWithToday({ merchantId }: { merchantId: number }) {
  return (
    <p className="-mb-3 grid items-center justify-items-start gap-x-1.5 text-small text-muted sm:flex">
      {words.receiptSentWithToday}
      <Link
        to={linkTo('newSubmission', { merchantId })}
        className="inline-flex min-h-11 items-center font-semibold text-blue underline underline-offset-4"
      >
        {words.receiptOtherDay}
      </Link>
    </p>
  )
}
