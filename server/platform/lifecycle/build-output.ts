import { join } from 'node:path'

/** The folder of files that make starts faster. A server works without them too. */
export const built = join(import.meta.dirname, '../../dist')

/** The compile cache of the server's modules. */
export const compiled = join(built, 'compiled')
