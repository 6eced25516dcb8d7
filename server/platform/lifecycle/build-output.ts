import { join } from 'node:path'

/** Files that make starts faster. A server works without them too. */
export const built = join(import.meta.dirname, '../../dist')

export const compiled = join(built, 'compiled')
