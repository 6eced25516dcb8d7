import { X } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'

type Props = { what: string; items: { key: string; name: string }[]; onRemove: (key: string) => void }

/** What was put into a list, each with the way out of it again, which hands the focus to its neighbour. */
export function Chosen({ what, items, onRemove }: Props) {
  const all = useRef<HTMLDivElement>(null)
  const remove = ({ currentTarget }: MouseEvent, key: string) => {
    const item = currentTarget.closest('li')
    const neighbour = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button')
    const next = neighbour ?? all.current
    next?.focus()
    onRemove(key)
  }
  return (
    <div ref={all} tabIndex={-1} className="outline-none">
      {items.length === 0 ? <p className="text-small text-muted">None</p> : null}
      <ul aria-label={what} hidden={items.length === 0} className="flex flex-wrap gap-2 [&[hidden]]:hidden">
        {items.map(({ key, name }) => (
          <li key={key} className="flex min-w-0 items-center rounded-control border border-line bg-paper pl-3">
            <span className="wrap-anywhere min-w-0">{name}</span>
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={(event) => remove(event, key)}
              className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
