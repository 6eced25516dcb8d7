import type { Plugin } from 'vite'

/** Makes an error of an imported name that is missing, such as a text that a language lacks. Rolldown only warns. */
export const noMissingTexts: Plugin = {
  name: 'no-missing-texts',
  apply: 'build',
  onLog(_level, log) {
    if (log.code === 'IMPORT_IS_UNDEFINED') this.error(log)
  },
}
