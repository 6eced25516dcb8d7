import { useCallback, useState } from 'react'

/**
 * Which of these ids are chosen; only those that were looked at can be. With Shift all from the one touched last to this one.
 */
export function useSelection(ids: number[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [looked, setLooked] = useState<ReadonlySet<number>>(new Set())
  const [last, setLast] = useState<number>()
  const look = useCallback((id: number) => setLooked((known) => (known.has(id) ? known : new Set([...known, id]))), [])
  const choosable = ids.filter((id) => looked.has(id))
  const touch = (id: number, isRange: boolean) => {
    if (!looked.has(id)) return
    const from = isRange && last !== undefined ? ids.indexOf(last) : -1
    const touched = from < 0 ? [id] : between(ids, from, ids.indexOf(id)).filter((one) => looked.has(one))
    setLast(id)
    setChosen(changed(chosen, touched, from >= 0 || !chosen.has(id)))
  }
  const all = choosable.length > 0 && choosable.every((id) => chosen.has(id))
  return {
    chosen: choosable.filter((id) => chosen.has(id)),
    looked: choosable,
    /** Whether all that were looked at are chosen. */
    all,
    touch,
    touchAll: () => setChosen(new Set(all ? [] : choosable)),
    look,
    clear: () => setChosen(new Set()),
  }
}

function between(ids: number[], from: number, to: number): number[] {
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

function changed(chosen: ReadonlySet<number>, touched: number[], isChosen: boolean): Set<number> {
  const next = new Set(chosen)
  for (const id of touched) {
    if (isChosen) next.add(id)
    else next.delete(id)
  }
  return next
}
