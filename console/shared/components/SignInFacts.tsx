import type { EndpointWith } from '@stampus/contract/endpoint'
import { INVITATION_HOURS } from '@stampus/contract/limits'
import { EmailText } from '@stampus/ui/EmailText'
import { Link, useNavigate } from 'react-router'
import { ActionButton } from '../dialogs/ActionButton.tsx'
import type { Column } from '../lists/DataTable.tsx'
import { StateBadge } from './Badge.tsx'
import { Fact } from './Fact.tsx'
import type { ParentList } from './RecordLoader.tsx'
import { When } from './When.tsx'

type Account = {
  id: number
  name: string
  email: string
  has_second_factor: boolean
  invited: boolean
  last_seen_at: string | null
}

type Call = EndpointWith<{ id: number | string }, { message: string }>

type Kind = {
  what: 'operator' | 'owner'
  list: ParentList
  calls: Record<'link' | 'sessions' | 'factor' | 'removal', Call>
  /** The path of the calls whose answers change. */
  path: string
  resend: string
  signedOut: string
  removed: string
}

type Props = {
  account: Account & { sessions: number }
  /** Whether it is the manager's own: they can neither reset their second factor here nor remove themselves. */
  isOwn?: boolean
  kind: Kind
}

/** The sign-in of an operator or owner, and what a manager can do about it. */
export function SignInFacts({ account, isOwn = false, kind }: Props) {
  const { id, name, email, invited, has_second_factor, sessions, last_seen_at } = account
  const { what, list, calls, path, resend, signedOut, removed } = kind
  const navigate = useNavigate()
  const actions = [
    {
      text: invited ? resend : 'Send password link',
      call: calls.link,
      title: `Send ${name} a link?`,
      action: 'Send link',
      consequence: `They can use it once, within ${invited ? `${INVITATION_HOURS} hours` : '60 minutes'}, to choose a password. Earlier links stop working.`,
    },
    {
      text: 'Sign out everywhere',
      call: calls.sessions,
      title: `Sign ${name} out everywhere?`,
      isDangerous: true,
      consequence: signedOut,
    },
    has_second_factor &&
      !isOwn && {
        text: 'Reset second factor',
        call: calls.factor,
        title: `Reset the second factor of ${name}?`,
        isDangerous: true,
        consequence: "They are signed out everywhere and can sign in with only their password. We'll email them.",
      },
    !isOwn && {
      text: `Remove ${what}`,
      look: 'danger' as const,
      call: calls.removal,
      title: `Remove ${name}?`,
      isDangerous: true,
      onDone: () => navigate(list.to, { replace: true }),
      consequence: removed,
    },
  ] as const
  return (
    <div className="grid gap-4">
      <dl className="grid gap-x-4 gap-y-3 min-[30rem]:grid-cols-2">
        <Fact name="Email">{email}</Fact>
        <Fact name="Password">{invited ? 'Not chosen yet' : 'Chosen'}</Fact>
        <Fact name="Second factor">{has_second_factor ? 'On' : 'Off'}</Fact>
        <Fact name="Sessions">{sessions}</Fact>
        <Fact name="Last seen">{last_seen_at ? <When at={last_seen_at} /> : 'Never'}</Fact>
      </dl>
      <div className="flex flex-wrap gap-2">
        {actions.map((each) => {
          if (!each) return null
          const { consequence, ...action } = each
          return (
            <ActionButton key={action.title} {...action} input={() => ({ id })} invalidates={[path]}>
              <p>{consequence}</p>
            </ActionButton>
          )
        })}
      </div>
    </div>
  )
}

/** The columns of a list of accounts: who it is, and how they sign in. */
export function accountColumns<Row extends Account>(name: string, list: string) {
  const who: Column<Row> = {
    name,
    cell: ({ id, name: person, email }) => (
      <Link to={`${list}/${id}`} className="grid min-h-11 content-center text-blue hover:underline">
        <span className="font-semibold">{person}</span>
        <span className="text-small text-muted">
          <EmailText address={email} />
        </span>
      </Link>
    ),
  }
  const factor: Column<Row> = {
    name: 'Second factor',
    cell: ({ has_second_factor: isOn }) => <StateBadge look={isOn ? 'good' : 'quiet'} name={isOn ? 'On' : 'Off'} />,
  }
  const lastSeen: Column<Row> = {
    name: 'Last seen',
    cell: ({ invited, last_seen_at }) => {
      if (invited) return <StateBadge look="soon" name="No password yet" />
      return last_seen_at ? <When at={last_seen_at} /> : 'Never'
    },
  }
  return { who, factor, lastSeen }
}
