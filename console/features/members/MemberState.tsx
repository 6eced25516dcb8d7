import { Ban, CircleCheck, Hourglass, UserX } from 'lucide-react'

const states = {
  deleted: { icon: UserX, word: 'Deleted', look: 'text-muted' },
  suspended: { icon: Ban, word: 'Suspended', look: 'text-rejected' },
  verified: { icon: CircleCheck, word: 'Verified', look: 'text-approved' },
  unverified: { icon: Hourglass, word: 'Not verified', look: 'text-pending' },
}

type Props = { member: { email: string | null; suspended: boolean; verified: boolean } }

/** The member's state as icon and text. */
export function MemberState({ member }: Props) {
  const { icon: Icon, word, look } = states[stateOf(member)]
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap font-semibold ${look}`}>
      <Icon aria-hidden="true" className="size-4" />
      {word}
    </span>
  )
}

function stateOf({ email, suspended, verified }: Props['member']): keyof typeof states {
  if (email === null) return 'deleted'
  if (suspended) return 'suspended'
  return verified ? 'verified' : 'unverified'
}
