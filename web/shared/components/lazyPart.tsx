import { type ComponentType, lazy, useState } from 'react'
import { whenOnline } from '../api/online.ts'

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
    const [{ withQueries }, module] = await Promise.all([import('../api/queries.tsx'), fetchPart()])
    fetched ??= withQueries(module[name])
    return fetched
  }
  const Later = lazyWithRetry(load)
  const Part = () => {
    const [Shown] = useState(() => fetched ?? Later)
    return <Shown />
  }
  return Object.assign(Part, { load })
}

/** As React's lazy; code that could not be fetched is fetched again when the network has returned. */
export function lazyWithRetry<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const begin = () =>
    lazy(() =>
      // The network may have returned while the first try failed.
      load()
        .catch(load)
        .then(
          (part) => ({ default: part }),
          (fault) => {
            whenOnline(() => {
              Later = begin()
            })
            throw fault
          },
        ),
    ) as unknown as ComponentType<P>
  let Later = begin()
  return (props) => <Later {...props} />
}
