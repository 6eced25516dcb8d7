import { Ban, CircleCheck, Hourglass, UserX } from 'lucide-react'

const states = {
  deleted: [UserX, 'Deleted', 'text-muted'],
  suspended: [Ban, 'Suspended', 'text-rejected'],
  verified: [CircleCheck, 'Verified', 'text-approved'],
  unverified: [Hourglass, 'Not verified', 'text-pending'],
} as const

type Props = { member: { email: string | null; suspended: boolean; verified: boolean } }

export function MemberState({ member: { email, suspended, verified } }: Props) {
  const state = email === null ? 'deleted' : suspended ? 'suspended' : verified ? 'verified' : 'unverified'
  const [Icon, word, look] = states[state]
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap font-semibold ${look}`}>
      <Icon aria-hidden="true" className="size-4" />
      {word}
    </span>
  )
}
