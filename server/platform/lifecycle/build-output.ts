import { join } from 'node:path'

/** What the build lays down for faster starts; a server without it does the work itself. */
export const built = join(import.meta.dirname, '../../dist')

/** What V8 has made of the server's modules. */
export const compiled = join(built, 'compiled')
