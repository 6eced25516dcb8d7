import type { Submission } from '@stampus/contract/submissions'
import { Button, buttonClass } from '@stampus/ui/Button'
import { Skeleton } from '@stampus/ui/Skeleton'
import { FileCheck, MessageSquareText } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as words from '#words'
import { Link } from '../app/Link.tsx'
import { linkTo } from '../app/paths.ts'
import { hasBegunAppeal } from './appealing.ts'

const AppealForm = lazy(async () => ({ default: (await import('./AppealForm.tsx')).AppealForm }))

type Props = { submission: Submission; onAppealed: () => void }

/** What the owner of a rejected receipt can do: send it again, put right, or say why the decision should change. */
export function WaysOn({ submission, onAppealed }: Props) {
  const { id, appeal, merchant } = submission
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(() => hasBegunAppeal(id))
  const close = () => {
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }
  return (
    <>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <Link to={correction(id, merchant.id)} className={buttonClass()}>
          <FileCheck aria-hidden="true" className="size-5" />
          {words.submissionCorrect}
        </Link>
        {appeal === null && !open ? (
          <Button ref={opener} look="secondary" onClick={() => setOpen(true)}>
            <MessageSquareText aria-hidden="true" className="size-5" />
            {words.appealTitle}
          </Button>
        ) : null}
      </div>
      {appeal === null && open ? (
        <Suspense fallback={<Skeleton className="h-96 w-full rounded-sheet" />}>
          <AppealForm id={id} onSent={onAppealed} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

/** A server that does not name the merchant's id leaves the choice to the form. */
function correction(id: number, merchantId: number | undefined): string {
  const query = { correct: String(id) }
  return merchantId ? linkTo('newSubmission', { merchantId }, query) : linkTo('submit', {}, query)
}
