import type { Role } from '@stampus/contract/console/operators'
import { NavLink } from 'react-router'
import { type Entry, menu, sections } from './sections.ts'

export function Menu({ role, onGo }: { role: Role; onGo?: () => void }) {
  const open = sections.filter((section) => section.role === 'reviewer' || role === 'manager').map(({ path }) => path)
  return (
    <nav aria-label="Sections" className="grid grid-cols-1 content-start gap-4 lg:gap-1.5">
      {Object.entries(menu).map(([name, entries]) => (
        <Group key={name} name={name} entries={entries.filter(({ path }) => open.includes(path))} onGo={onGo} />
      ))}
    </nav>
  )
}

function Group({ name, entries, onGo }: { name: string; entries: Entry[]; onGo: (() => void) | undefined }) {
  if (entries.length === 0) return null
  return (
    <div>
      <p className="px-2.5 pb-1 font-semibold text-small text-muted lg:pb-0.5">{name}</p>
      <ul aria-label={name} className="grid grid-cols-1">
        {entries.map(({ path, name: entry, icon: Icon, Badge }) => (
          <li key={path}>
            <NavLink to={path} end={path === '/'} onClick={onGo} className={look}>
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              <span className="whitespace-nowrap">{entry}</span>
              {Badge ? <Badge /> : null}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

// A manager's whole menu must fit on a laptop screen; touch targets are higher.
const look =
  'flex min-h-11 items-center gap-2 rounded-control px-2.5 lg:pointer-fine:min-h-6.5 font-medium text-muted hover:text-blue aria-[current=page]:bg-tint aria-[current=page]:font-semibold aria-[current=page]:text-blue'
