import type { Role } from '@stampus/contract/console/operators'
import { NavLink } from 'react-router'
import { groups, type Section, sections } from './sections.ts'

/** The menu, in groups. `onGo` is called when an entry is chosen. */
export function Menu({ role, onGo }: { role: Role; onGo?: () => void }) {
  const open = sections.filter(({ menu, role: whose }) => menu && (whose === 'reviewer' || role === 'manager'))
  return (
    <nav aria-label="Sections" className="grid grid-cols-1 content-start gap-4 lg:gap-1.5">
      {groups.map((group) => (
        <Group key={group} name={group} rows={open.filter(({ menu }) => menu?.group === group)} onGo={onGo} />
      ))}
    </nav>
  )
}

function Group({ name, rows, onGo }: { name: string; rows: Section[]; onGo: (() => void) | undefined }) {
  if (rows.length === 0) return null
  return (
    <div>
      <p className="px-2.5 pb-1 font-semibold text-small text-muted lg:pb-0.5">{name}</p>
      <ul aria-label={name} className="grid grid-cols-1">
        {rows.map((section) => (
          <li key={section.path}>
            <MenuLink {...section} onGo={onGo} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function MenuLink({ path, name, menu, onGo }: Section & { onGo: (() => void) | undefined }) {
  if (!menu) return null
  const { icon: Icon, Badge } = menu
  return (
    <NavLink to={path} end={path === '/'} onClick={onGo} className={look}>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className="whitespace-nowrap">{name}</span>
      {Badge ? <Badge /> : null}
    </NavLink>
  )
}

// A manager's whole menu must fit on a laptop screen; touch targets are higher.
const look =
  'flex min-h-11 items-center gap-2 rounded-control px-2.5 lg:pointer-fine:min-h-6.5 font-medium text-muted hover:text-blue aria-[current=page]:bg-tint aria-[current=page]:font-semibold aria-[current=page]:text-blue'
