import { buttonClass } from '@stampus/ui/Button'
import { useLocation } from 'react-router'
import { Link } from './Link.tsx'
import { linkTo, paths } from './paths.ts'
import { settings } from './settings.ts'
import { Title } from './Title.tsx'

type Coming = { title: string; text: string; way: { to: string; label: string } }

const merchants = { to: linkTo('merchants'), label: 'Browse merchants' }
const receipts = { to: linkTo('submissions'), label: 'See my receipts' }

const coming: Record<string, Coming> = {
  [paths.history]: {
    title: 'Redemption history',
    text: 'Stamps cannot be exchanged yet. Once they can, every reward you take will be listed here. Your receipts are under History.',
    way: receipts,
  },
  [paths.campaigns]: {
    title: 'Campaigns',
    text: 'There is no campaign at the moment. The deals of our merchants run all year.',
    way: { to: linkTo('deals'), label: 'See the deals' },
  },
  [paths.badges]: {
    title: 'Badges',
    text: 'Badges are not given out yet. Stamps are: every approved receipt fills a place on your card.',
    way: { to: linkTo('home'), label: 'See my card' },
  },
  [paths.leaderboard]: {
    title: 'Leaderboard',
    text: 'There is no leaderboard yet, and your stamps are yours alone to see.',
    way: merchants,
  },
  [paths.contact]: {
    title: 'Contact',
    text: `A contact form will come here. Until then a person answers at ${settings.support_email}.`,
    way: { to: `mailto:${settings.support_email}`, label: 'Write an email' },
  },
  [paths.links]: {
    title: 'Links',
    text: 'Useful addresses on campus will be gathered here. What is new stands in the announcements.',
    way: { to: linkTo('announcements'), label: 'Read the announcements' },
  },
}

/** A page that is promised but not there yet (S-2.29, S-2.30): what will come, and where to go meanwhile. */
export function ComingPage() {
  const page = coming[useLocation().pathname.replace(/\/$/, '')]
  if (!page) return null
  const { title, text, way } = page
  return (
    <section className="mx-auto max-w-md py-8 text-center">
      <div
        aria-hidden="true"
        className="mx-auto mb-6 grid size-28 -rotate-6 place-items-center rounded-chip border-2 border-edge border-dashed font-till text-small text-soft uppercase"
      >
        Not yet
      </div>
      <Title>{title}</Title>
      <p className="mt-3 mb-8 text-soft">{text}</p>
      <Link to={way.to} className={buttonClass()}>
        {way.label}
      </Link>
    </section>
  )
}
