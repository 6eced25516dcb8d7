import { type ComponentType, lazy, useState } from 'react'
import { whenOnline } from '../api/connection.ts'

/** A component in a chunk of its own. `load` fetches it in advance. */
export type LazyPart = ComponentType & { load: () => Promise<unknown> }

/** Fetches the module that exports a component under this name. */
type Fetch<Name extends string> = () => Promise<Record<Name, ComponentType>>

/** A lazy component by the name of its export, with the query cache. Renders at once if it is already loaded. */
export function lazyPart<Name extends string>(fetchPart: Fetch<Name>, name: Name): LazyPart {
  return partOf(async () => {
    const [{ withQueryClient }, module] = await Promise.all([import('../api/queries.tsx'), fetchPart()])
    return withQueryClient(module[name])
  })
}

/** Like lazyPart, for a component without queries: it does not load the query cache. */
export function plainPart<Name extends string>(fetchPart: Fetch<Name>, name: Name): LazyPart {
  return partOf(async () => (await fetchPart())[name])
}

function partOf(fetchComponent: () => Promise<ComponentType>): LazyPart {
  let fetched: ComponentType | undefined
  const load = async () => {
    const component = await fetchComponent()
    fetched ??= component
    return fetched
  }
  const Later = lazyWithRetry(load)
  const Part = () => {
    const [Shown] = useState(() => fetched ?? Later)
    return <Shown />
  }
  return Object.assign(Part, { load })
}

/** Like React's lazy, but loads again when the network returns. */
export function lazyWithRetry<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const begin = () =>
    lazy(() =>
      // The network may have returned while the first attempt failed.
      load()
        .catch(load)
        .then(
          (part) => ({ default: part }),
          (error) => {
            whenOnline(() => {
              Later = begin()
            })
            throw error
          },
        ),
    ) as unknown as ComponentType<P>
  let Later = begin()
  return (props) => <Later {...props} />
}
