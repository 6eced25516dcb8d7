import { type AdminCase, assign, assignees, close, show } from '@stampus/contract/console/contact/cases'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { Button } from '@stampus/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { q, useCall } from '../../shared/api/queries.ts'
import { Fact } from '../../shared/components/Fact.tsx'
import { PageSection } from '../../shared/components/Page.tsx'
import { DetailPage } from '../../shared/components/RecordLoader.tsx'
import { When } from '../../shared/components/When.tsx'
import { ActionButton } from '../../shared/dialogs/ActionButton.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { showToast } from '../../shared/toasts.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { CaseStateBadge, objectPage, objectText, subjectLabels, Waiting } from './caseLabels.tsx'

export function CasePage() {
  const { id = '' } = useParams()
  return (
    <DetailPage
      query={q(show, { id })}
      what="Case"
      titleOf={({ subject, id }) => `${subjectLabels[subject]} (${id})`}
      list={{ to: '/cases', name: 'Cases' }}
      actions={(shown) => (shown.state === 'closed' ? null : <CloseAction shown={shown} />)}
    >
      {(shown) => (
        <>
          <Facts shown={shown} />
          <div className="grid max-w-3xl gap-4">
            <Messages shown={shown} />
            <AnswerForm key={shown.id} shown={shown} />
          </div>
        </>
      )}
    </DetailPage>
  )
}

function Facts({ shown }: { shown: AdminCase }) {
  const { member, object, state, created_at } = shown
  return (
    <section
      aria-label="Facts"
      className="grid items-start gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet lg:grid-cols-[minmax(0,1fr)_16rem]"
    >
      <dl className="grid gap-x-4 gap-y-3 min-[30rem]:grid-cols-2 lg:grid-cols-3">
        <Fact name="Status">
          <CaseStateBadge state={state} />
        </Fact>
        <Fact name="Member">
          {member ? <RowLink to={`/members/${member.id}`}>{member.name}</RowLink> : 'Deleted account'}
        </Fact>
        <Fact name="About">
          {object ? <RowLink to={objectPage(object)}>{objectText(object)}</RowLink> : 'Nothing in particular'}
        </Fact>
        <Fact name="Received" at={created_at} />
        <Fact name="Waiting">
          <Waiting row={shown} />
        </Fact>
      </dl>
      <Assignment shown={shown} />
    </section>
  )
}

/** Gives the case to a manager. With a button, because the arrow keys change a select at every press. */
function Assignment({ shown: { id, version, assignee, state } }: { shown: AdminCase }) {
  const [chosen, setChosen] = useState<string>()
  const { data } = useQuery(q(assignees, {}))
  const assigning = useCall(assign, ['/console/cases'])
  const managers = data?.data ?? (assignee ? [assignee] : [])
  const names = managers.map((manager) => ({ value: String(manager.id), name: manager.name }))
  const present = String(assignee?.id ?? '')
  const value = chosen ?? present
  const onSuccess = ({ data }: AnswerOf<typeof assign>) => {
    setChosen(undefined)
    showToast(data.assignee ? `Assigned to ${data.assignee.name}.` : 'Assigned to nobody.')
  }
  const give = (event: FormEvent) => {
    event.preventDefault()
    assigning.mutate({ id, version, operator_id: value }, { onSuccess })
  }
  return (
    <form onSubmit={give} className="grid gap-3">
      <Select
        label="Assigned to"
        options={[{ value: '', name: 'Nobody' }, ...names]}
        value={value}
        onChange={setChosen}
        disabled={state === 'closed'}
        error={assigning.error?.message}
      />
      {value === present ? null : (
        <Button type="submit" look="secondary" isBusy={assigning.isPending} className="justify-self-start">
          Assign
        </Button>
      )}
    </form>
  )
}

function Messages({ shown }: { shown: AdminCase }) {
  return (
    <PageSection title="Messages">
      <ol className="grid gap-3">
        {shown.messages.map(({ id, operator, text, created_at }) => (
          <li
            key={id}
            className={`rounded-sheet border border-line px-4 py-3 ${operator ? 'ml-8 bg-tint' : 'mr-8 bg-sheet shadow-sheet'}`}
          >
            <p className="mb-1 flex flex-wrap justify-between gap-x-4 text-small">
              <span className="font-semibold">{operator?.name ?? shown.member?.name ?? 'Deleted account'}</span>
              <span className="text-muted">
                <When at={created_at} />
              </span>
            </p>
            {text ? (
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {text}
              </p>
            ) : (
              <p className="text-muted">The text was removed with the account.</p>
            )}
          </li>
        ))}
      </ol>
    </PageSection>
  )
}

function CloseAction({ shown: { id, version, state } }: { shown: AdminCase }) {
  return (
    <ActionButton
      text="Close case"
      title="Close this case?"
      call={close}
      input={() => ({ id, version })}
      invalidates={['/console/cases']}
      done="Case closed."
    >
      <p>The member can read it, but no longer write in it. They get no email about this.</p>
      {state === 'answered' ? null : <p className="mt-2">The last message has no answer yet.</p>}
    </ActionButton>
  )
}
