import { list as rewards } from '@stampus/contract/rewards/rewards'
import { Gift, Globe, LifeBuoy, Ticket } from 'lucide-react'
import * as words from '#words'
import { useEndlessList } from '../../shared/api/endless.ts'
import { unlessNotOffered } from '../../shared/api/optionalCalls.ts'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'

/** The items of the account menu that load after the page. Those of rewards and vouchers need a server that has them. */
export function MenuItems({ className, onChosen }: { className: string; onChosen: () => void }) {
  const { isSuccess, isLoading } = useEndlessList(rewards, {}, { enabled: unlessNotOffered })
  const items = [
    ...(isSuccess
      ? [
          { name: 'rewards', icon: Gift, label: words.rewardsTitle } as const,
          { name: 'history', icon: Ticket, label: words.redemptionsTitle } as const,
        ]
      : []),
    { name: 'contact', icon: LifeBuoy, label: words.contactTitle } as const,
    { name: 'links', icon: Globe, label: words.linksTitle } as const,
  ]
  return (
    <>
      {/* As high as the two items that may follow, so that what is below does not move away from a finger. */}
      {isLoading ? <div className="h-24" /> : null}
      {items.map(({ name, icon: Icon, label }) => (
        <Link key={name} to={linkTo(name)} className={className} onClick={onChosen}>
          <Icon aria-hidden="true" className="size-5 text-muted" />
          {label}
        </Link>
      ))}
    </>
  )
}
