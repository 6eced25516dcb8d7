import type { Plugin } from 'vite'
import { paths } from '../shared/paths.ts'
import { shellPath } from '../shared/serverPaths.ts'

let base: string | undefined

/** Stores the API's base URL for the server, which needs it for the content security policy. */
export const apiBase: Plugin = {
  name: 'api-base',
  apply: 'build',
  configResolved({ env }) {
    base = env.VITE_API_BASE
    if (base && !base.startsWith('/') && !/^https?:/.test(URL.parse(base)?.protocol ?? ''))
      throw new Error(
        'VITE_API_BASE needs to be a path such as /api or an address such as https://api.campus.edu.my/api.',
      )
  },
  generateBundle() {
    if (base) this.emitFile({ type: 'asset', fileName: '.api-base', source: base })
  },
}

const pages = Object.values(paths).filter((path) => path !== paths.notFound)
export const knownPaths = [...pages.flatMap(withAndWithoutOptional), shellPath]

/** `/a/:id?` is for `/a` and `/a/:id`. */
function withAndWithoutOptional(path: string): string[] {
  const [, before, parameter] = /^(.*)(\/:\w+)\?$/.exec(path) ?? []
  return before && parameter ? [before, before + parameter] : [path]
}
