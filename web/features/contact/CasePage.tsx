import { type MemberCase, show, write } from '@stampus/contract/contact/cases'
import { CASE_MESSAGE_MAX } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { Notice } from '@stampus/ui/Notice'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useEffect, useRef } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { q, useCall } from '../../shared/api/api.ts'
import { objectValue } from '../../shared/caseObjects.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { Item, itemOf } from '../../shared/components/Item.tsx'
import { ButtonLink, Link } from '../../shared/components/Link.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { When } from '../../shared/components/When.tsx'
import { MessageField } from '../../shared/forms/MessageField.tsx'
import { useSending } from '../../shared/forms/useSending.ts'
import { linkTo } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'
import { readMessageDraft } from '../../shared/storage/messageDrafts.ts'
import { caseDraft, keepSent, moveDraft, NEW_DRAFT } from './caseDrafts.ts'
import { CaseState, objectPage, objectText, subjectNames } from './caseTexts.tsx'

export function CasePage({ id }: { id: string }) {
  const query = useQuery(q(show, { id }))
  return (
    <article className="mx-auto grid max-w-2xl grid-cols-1">
      <div>
        <BackLink to={linkTo('contact')} />
      </div>
      <Item
        item={itemOf(query, { keeps: true })}
        title={words.contactTitle}
        failed={words.caseFailed}
        wait={<CaseLoading />}
        missing={{
          icon: MessagesSquare,
          title: words.caseMissing,
          text: words.caseMissingText,
          ways: [[linkTo('contact'), words.caseToAll]],
        }}
      >
        {(found) => <Conversation shown={found} />}
      </Item>
    </article>
  )
}

function Conversation({ shown }: { shown: MemberCase }) {
  const last = useRef<HTMLLIElement>(null)
  const count = useRef(shown.messages.length)
  // A message that has just been sent or arrived.
  useEffect(() => {
    if (shown.messages.length > count.current) last.current?.scrollIntoView({ block: 'nearest' })
    count.current = shown.messages.length
  }, [shown.messages.length])
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-1">
        <Title>{subjectNames[shown.subject]}</Title>
        {shown.object ? (
          <Link
            to={objectPage(shown.object)}
            className="wrap-anywhere inline-flex min-h-11 items-center font-medium text-blue underline-offset-4 hover:underline"
          >
            {objectText(shown.object)}
          </Link>
        ) : null}
        <p role="status">
          <CaseState state={shown.state} />
        </p>
      </div>
      <ol aria-label={words.caseMessages} className="grid grid-cols-1 gap-3">
        {shown.messages.map((message, place) => (
          <li
            key={message.id}
            ref={place === shown.messages.length - 1 ? last : undefined}
            className={`rounded-sheet px-5 py-4 ${message.from === 'answer' ? 'mr-6 bg-tint sm:mr-16' : 'ml-6 bg-sheet shadow-sheet sm:ml-16'}`}
          >
            <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="font-semibold text-small">
                {message.from === 'answer' ? sentences.caseAnswerFrom(settings.product_name) : words.caseYou}
              </h2>
              <When at={message.created_at} className="text-small text-muted" />
            </div>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {message.text}
            </p>
          </li>
        ))}
      </ol>
      {shown.state === 'closed' ? <Closed shown={shown} /> : <Reply shown={shown} />}
    </div>
  )
}

function Closed({ shown: { id, subject, object } }: { shown: MemberCase }) {
  const isUnsent = Boolean(readMessageDraft(caseDraft(id))?.message.trim())
  const takeAlong = () => {
    if (isUnsent) moveDraft(caseDraft(id), NEW_DRAFT, { subject, object: object ? objectValue(object) : '' })
  }
  return (
    <Notice kind="info">
      <p>{words.caseClosedText}</p>
      {isUnsent ? <p className="mt-1">{words.caseUnsent}</p> : null}
      <ButtonLink to={linkTo('contact')} onClick={takeAlong} look="secondary" label={words.caseNew} className="mt-3" />
    </Notice>
  )
}

function Reply({ shown: { id, state } }: { shown: MemberCase }) {
  const queries = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const writing = useCall(write)
  const form = useSending({
    name: caseDraft(id),
    first: { message: '' },
    check: ({ message }) => write.input.safeParse({ id, message }),
    sendTo: ({ message }, idempotencyKey) => writing.run({ id, message }, { idempotencyKey }),
    onSent: (sent) => {
      keepSent(queries, sent)
      field.current?.focus()
    },
    onInvalid: () => field.current?.focus(),
  })
  const mayBeClosed = form.failure?.status === 409
  // `Closed` keeps what was typed.
  useEffect(() => {
    if (mayBeClosed) void queries.invalidateQueries({ queryKey: q(show, { id: String(id) }).queryKey })
  }, [mayBeClosed, queries, id])
  return (
    <form onSubmit={form.send} noValidate aria-label={words.caseAgain} className="grid gap-4">
      <MessageField
        ref={field}
        label={words.caseAgain}
        value={form.draft.message}
        max={CASE_MESSAGE_MAX}
        isReadOnly={writing.loading}
        onChange={(message) => form.change({ message })}
        error={form.errors.message}
      />
      {state === 'answered' ? <p className="text-small text-muted">{words.caseReopens}</p> : null}
      <ErrorNotice>{form.failureText}</ErrorNotice>
      <Button type="submit" isBusy={writing.loading} className="justify-self-start">
        {words.caseSend}
      </Button>
    </form>
  )
}

function CaseLoading() {
  return (
    <Loading label={words.caseLoading} className="grid gap-3">
      <Skeleton className="h-8 w-2/5" />
      <Skeleton className="mb-2 h-5 w-3/5" />
      <Skeleton className="ml-6 h-26 rounded-sheet sm:ml-16" />
      <Skeleton className="mr-6 h-26 rounded-sheet sm:mr-16" />
    </Loading>
  )
}
