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

/** Stores the paths of all pages for the server, which answers every other path with a 404. */
export const pagePaths: Plugin = {
  name: 'page-paths',
  apply: 'build',
  generateBundle() {
    const pages = Object.values(paths).filter((path) => path !== paths.notFound)
    const known = [...pages.flatMap(withAndWithoutOptional), shellPath]
    this.emitFile({ type: 'asset', fileName: '.paths.json', source: JSON.stringify(known) })
  },
}

/** `/a/:id?` is for `/a` and `/a/:id`. */
function withAndWithoutOptional(path: string): string[] {
  const [, before, parameter] = /^(.*)(\/:\w+)\?$/.exec(path) ?? []
  return before && parameter ? [before, before + parameter] : [path]
}
