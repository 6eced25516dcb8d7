import { CircleX, Hourglass, Stamp, Undo2 } from 'lucide-react'

const marks = {
  pending: {
    icon: Hourglass,
    look: 'rounded-control border-2 border-dashed border-pending/60 bg-pending-tint text-pending',
  },
  approved: {
    icon: Stamp,
    look: '-rotate-4 rounded-control border-3 border-double border-approved text-approved uppercase tracking-wide',
  },
  rejected: { icon: CircleX, look: 'text-rejected' },
  withdrawn: { icon: Undo2, look: 'text-muted' },
} as const

const sizes = {
  small: 'px-2 py-0.5 text-[min(0.875rem,7.2vw)] leading-5',
  large: 'px-3 py-1 text-[min(1.1875rem,7.6vw)] leading-6.5',
} as const

type Props = {
  status: keyof typeof marks
  word: string
  size?: keyof typeof sizes
  isLanding?: boolean
}

/** The status of a receipt: always text and icon beside the colour. */
export function StatusMark({ status, word, size = 'small', isLanding = false }: Props) {
  const { icon: Icon, look } = marks[status]
  const bare = status === 'rejected' || status === 'withdrawn' ? 'px-0' : ''
  return (
    <span
      className={`inline-flex max-w-full flex-wrap items-center justify-center gap-x-1.5 font-bold ${sizes[size]} ${look} ${bare} ${isLanding ? 'animate-land' : ''}`}
    >
      <Icon aria-hidden="true" className={size === 'large' ? 'size-5' : 'size-4'} />
      {word}
    </span>
  )
}
