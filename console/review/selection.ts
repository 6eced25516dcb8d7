import { useState } from 'react'

/** Which of these ids are chosen; with Shift all from the one touched last to this one. */
export function useSelection(ids: number[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [last, setLast] = useState<number>()
  const touch = (id: number, isRange: boolean) => {
    const isChosen = !chosen.has(id)
    const from = isRange && last !== undefined ? ids.indexOf(last) : -1
    const touched = from < 0 ? [id] : between(ids, from, ids.indexOf(id))
    setLast(id)
    setChosen(changed(chosen, touched, from < 0 ? isChosen : true))
  }
  const all = ids.length > 0 && ids.every((id) => chosen.has(id))
  return {
    chosen: ids.filter((id) => chosen.has(id)),
    all,
    touch,
    choose: (some: number[]) => setChosen(new Set(some)),
    touchAll: () => setChosen(new Set(all ? [] : ids)),
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
