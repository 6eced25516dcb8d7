import { type ComponentType, lazy } from 'react'

/** A part in a chunk of its own, by the name its file exports; what it asks the server goes through the query cache. */
export function lazyPart<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
  return lazy(async () => {
    const [{ withQueries }, module] = await Promise.all([import('./queries.tsx'), load()])
    return { default: withQueries(module[name]) }
  })
}
