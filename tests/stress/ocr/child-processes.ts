import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 3
/** A process that has answered waits ten seconds for another picture. One that failed or was killed ends at once. */
export const GONE_WITHIN_MS = { answered: 15_000, failed: 5000 }
const TICKS_A_SECOND = 100
const PROGRAM = 'paddle-child.ts'

/** Whether this machine can list the children of a process. */
export const canListChildren = existsSync(`/proc/self/task/${process.pid}/children`)

/** A child process: its processor time and its highest memory so far. */
export type ChildProcessStats = { pid: number; cpuSeconds: number; peakMb: number }

/**
 * Watches the children of a server every few milliseconds until `stop`. Calls `onLook` with each of them each time, at
 * first maybe before the child runs its own program.
 */
export function watchChildren(server: { pid: number }, onLook: (child: ChildProcessStats) => void = () => undefined) {
  const seen = new Map<number, ChildProcessStats>()
  const timer = setInterval(() => {
    for (const pid of childrenOf(server.pid)) {
      const { cpuSeconds = 0, peakMb = 0 } = seen.get(pid) ?? {}
      const known = { pid, cpuSeconds: Math.max(cpuSeconds, cpuOf(pid)), peakMb: Math.max(peakMb, peakOf(pid)) }
      seen.set(pid, known)
      onLook(known)
    }
  }, EVERY_MS)
  return { seen: () => [...seen.values()], stop: () => clearInterval(timer) }
}

/** Late enough for a child to have begun its work, and early enough for it not to have ended. */
const BEGUN_CPU_SECONDS = 0.3

/** The first child of a server, once it has begun its work. */
export function firstChild(server: { pid: number }): Promise<ChildProcessStats> {
  return new Promise((resolve) => {
    const watch = watchChildren(server, (child) => {
      if (child.cpuSeconds < BEGUN_CPU_SECONDS) return
      watch.stop()
      resolve(child)
    })
  })
}

/** Waits until a process has ended; returns the milliseconds that it took. */
export async function timeUntilGone(pid: number, withinMs: number): Promise<number> {
  const begun = performance.now()
  while (isRunning(pid) && performance.now() < begun + withinMs) await pause(10)
  return Math.round(performance.now() - begun)
}

/** The children of a process, including those that ended and were not waited for. */
function childrenOf(pid: number): number[] {
  const children = contentOf(`/proc/${pid}/task/${pid}/children`).trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

/** Waits until a server has no children and the observed ones have ended; returns those that remain. */
export async function findLeftChildren(
  pid: number,
  seen: ChildProcessStats[] = [],
  withinMs = GONE_WITHIN_MS.answered,
): Promise<string[]> {
  const until = performance.now() + withinMs
  const left = () => [...new Set([...childrenOf(pid), ...seen.map((one) => one.pid).filter(isRunning)])]
  while (left().length > 0 && performance.now() < until) await pause(50)
  return left().map((one) => `process ${one} is left`)
}

/** Whether a child process runs or is stopped. One that ended and was not waited for does not count. */
export function isRunning(pid: number): boolean {
  return (
    contentOf(`/proc/${pid}/cmdline`).includes(PROGRAM) && !/^State:\s+[ZX]/m.test(contentOf(`/proc/${pid}/status`))
  )
}

/** The number of pipes and sockets that a process has open; 0 where it has ended. */
export function openChannels(pid: number): number {
  const folder = `/proc/${pid}/fd`
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => /^(socket|pipe):/.test(linkOf(`${folder}/${name}`))).length
}

/** The current memory of a process. */
export function memoryMbOf(pid: number): number {
  return megabytes(pid, 'VmRSS')
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

/** Before it runs its own program, it is a copy of the server with the server's memory. */
function peakOf(pid: number): number {
  if (!contentOf(`/proc/${pid}/cmdline`).includes(PROGRAM)) return 0
  return megabytes(pid, 'VmHWM')
}

function megabytes(pid: number, name: string): number {
  const [, kilobytes = 0] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(contentOf(`/proc/${pid}/status`)) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

function cpuOf(pid: number): number {
  const [user = 0, system = 0] =
    contentOf(`/proc/${pid}/stat`).split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return (user + system) / TICKS_A_SECOND
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
