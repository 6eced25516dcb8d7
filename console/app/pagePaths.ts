import type { Plugin } from 'vite'
import { everyPath } from './paths.ts'

/** Writes down where the console has pages, so that the server answers every other address below it with a 404. */
export const pagePaths: Plugin = {
  name: 'page-paths',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '.paths.json', source: JSON.stringify(everyPath) })
  },
}
