import { Suspense } from 'react'
import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { lazyPart } from '../../shared/components/lazyPart.tsx'
import { linkTo } from '../../shared/paths.ts'
import { RecentWait } from './RecentWait.tsx'

const RecentActivity = lazyPart(() => import('./RecentActivity.tsx'), 'RecentActivity')

/** Recent Activity under its heading, which stands before the rows have come. */
export function RecentSection() {
  return (
    <section aria-labelledby="recent-activity">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="recent-activity" className="font-semibold text-lead">
          {words.homeRecent}
        </h2>
        <Link to={linkTo('submissions')} className="py-2.5 text-blue underline-offset-4 hover:underline">
          {words.homeRecentAll}
        </Link>
      </div>
      <Suspense fallback={<RecentWait />}>
        <RecentActivity />
      </Suspense>
    </section>
  )
}
