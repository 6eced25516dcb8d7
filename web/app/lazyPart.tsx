import { type ComponentType, lazy, useState } from 'react'

/** A part in a chunk of its own; `load` fetches it before it is shown. */
export type LazyPart = ComponentType & { load: () => Promise<unknown> }

/**
 * A part by the name its file exports; what it asks the server goes through the query cache. One that is there already
 * stands in the first frame.
 */
export function lazyPart<Name extends string>(
  fetchPart: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyPart {
  let fetched: ComponentType | undefined
  const load = async () => {
    const [{ withQueries }, module] = await Promise.all([import('./queries.tsx'), fetchPart()])
    fetched ??= withQueries(module[name])
    return { default: fetched }
  }
  const Later = lazy(load)
  const Part = () => {
    const [Shown] = useState(() => fetched ?? Later)
    return <Shown />
  }
  return Object.assign(Part, { load })
}
