import { list, type ObjectKind } from '@stampus/contract/contact/cases'
import { MessageCircleQuestionMark } from 'lucide-react'
import * as words from '#words'
import { useEndlessList } from '../api/endless.ts'
import { unlessNotOffered } from '../api/optionalCalls.ts'
import { type AskedObject, askPage } from '../caseObjects.ts'
import { Link } from './Link.tsx'

type AskedKind = Exclude<ObjectKind, 'reward'>

const labels: Record<AskedKind, string> = {
  submission: words.askReceipt,
  voucher: words.askVoucher,
  merchant: words.askShop,
}

export function AskLink({ about }: { about: AskedObject & { kind: AskedKind } }) {
  // An old list shows as well as a new one that the server takes messages.
  const { data } = useEndlessList(list, {}, { enabled: unlessNotOffered, staleTime: Number.POSITIVE_INFINITY })
  if (!data) return null
  return (
    <Link
      to={askPage(about)}
      state={{ asked: about }}
      className="inline-flex min-h-11 items-center gap-2 justify-self-start text-muted underline underline-offset-4 hover:text-blue"
    >
      <MessageCircleQuestionMark aria-hidden="true" className="size-5 shrink-0" />
      {labels[about.kind]}
    </Link>
  )
}
