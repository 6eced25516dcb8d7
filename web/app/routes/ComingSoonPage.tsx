import { perforated } from '@stampus/ui/Logo'
import { Award, Megaphone, Trophy } from 'lucide-react'
import type { ComponentType } from 'react'
import { matchPath, useLocation } from 'react-router'
import * as words from '#words'
import { ButtonLink } from '../../shared/components/Link.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { linkTo, paths, type RouteName } from '../../shared/paths.ts'

type Icon = ComponentType<{ className?: string; strokeWidth?: number }>
type Coming = { icon: Icon; title: string; text: string; way: { to: string; label: string } }

const coming = {
  campaigns: {
    icon: Megaphone,
    title: words.campaignsTitle,
    text: words.campaignsText,
    way: { to: linkTo('deals'), label: words.campaignsDeals },
  },
  badges: {
    icon: Award,
    title: words.badgesTitle,
    text: words.badgesText,
    way: { to: linkTo('home'), label: words.badgesCard },
  },
  leaderboard: {
    icon: Trophy,
    title: words.leaderboardTitle,
    text: words.leaderboardText,
    way: { to: linkTo('merchants'), label: words.leaderboardMerchants },
  },
} satisfies Partial<Record<RouteName, Coming>>
const names = Object.keys(coming) as (keyof typeof coming)[]

export function ComingSoonPage() {
  const { pathname } = useLocation()
  const name = names.find((one) => matchPath(paths[one], pathname))
  if (!name) return null
  const { icon, title, text, way } = coming[name]
  return (
    <section className="mx-auto max-w-md rounded-sheet bg-sheet px-5 py-8 text-center shadow-sheet sm:px-10 sm:py-10">
      <ComingSoonStamp icon={icon} />
      <Title>{title}</Title>
      <p className="mt-3 text-muted">{text}</p>
      <div className="perforation my-6" />
      <ButtonLink to={way.to} label={way.label} />
    </section>
  )
}

function ComingSoonStamp({ icon: Icon }: { icon: Icon }) {
  return (
    <div aria-hidden="true" className="relative mx-auto mb-6 grid size-32 -rotate-3 place-items-center">
      <svg aria-hidden="true" viewBox="0 0 40 40" className="absolute inset-0">
        <path d={perforated} className="fill-paper stroke-border-strong" strokeWidth="0.6" strokeDasharray="2 1.5" />
      </svg>
      <Icon className="relative size-12 text-muted" strokeWidth={1.25} />
      <span className="absolute -right-3 -bottom-1 -rotate-6 rounded-control border-2 border-blue bg-sheet px-2 font-bold font-receipt text-blue text-small uppercase">
        {words.comingMark}
      </span>
    </div>
  )
}
