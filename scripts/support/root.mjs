import { delimiter, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the checkout, without a trailing slash. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))

export const windows = process.platform === 'win32'

export const modules = join(root, 'node_modules')

/** True if a path is in the packages installed in this checkout. @param {string} path */
export const isInstalledHere = (path) => `${resolve(path)}${sep}`.startsWith(`${modules}${sep}`)

/** The folders of PATH without this checkout's own programs. */
export function machineFolders() {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && !isInstalledHere(folder))
}

/**
 * The environment with another PATH.
 * @param {string[]} folders
 * @returns {NodeJS.ProcessEnv}
 */
export function withFolders(folders) {
  const others = Object.entries(process.env).filter(([name]) => name.toUpperCase() !== 'PATH')
  return { ...Object.fromEntries(others), PATH: [...new Set(folders)].join(delimiter) }
}
