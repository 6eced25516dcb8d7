import type { Plugin } from 'vite'
import { paths } from '../shared/paths.ts'
import { shellPath } from '../shared/serverPaths.ts'

let base: string | undefined

/** Writes down which API the app was built for, so that the server allows it in the policy of the page. */
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

/** Writes down where the app has pages, so that the server answers every other address with a 404. */
export const pagePaths: Plugin = {
  name: 'page-paths',
  apply: 'build',
  generateBundle() {
    const known = [...Object.values(paths).filter((path) => path !== paths.notFound), shellPath]
    this.emitFile({ type: 'asset', fileName: '.paths.json', source: JSON.stringify(known) })
  },
}
