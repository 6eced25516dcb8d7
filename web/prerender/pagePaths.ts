import type { Plugin } from 'vite'
import { plainPath } from '../shared/components/servedApart.ts'
import { paths } from '../shared/paths.ts'

/** Writes down where the app has pages, so that the server answers every other address with a 404. */
export const pagePaths: Plugin = {
  name: 'page-paths',
  apply: 'build',
  generateBundle() {
    const known = [...Object.values(paths).filter((path) => path !== paths.notFound), plainPath]
    this.emitFile({ type: 'asset', fileName: '.paths.json', source: JSON.stringify(known) })
  },
}
