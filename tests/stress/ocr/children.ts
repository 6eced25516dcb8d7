import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { expect } from 'vitest'

const EVERY_MS = 3
const TICKS_A_SECOND = 100
/** Late enough for a child to have begun its work, and early enough for it not to have ended. */
const BEGUN_CPU_SECONDS = 0.3
/** A child that has answered waits ten seconds for another picture. */
const GONE_WITHIN_MS = 15_000

/** Whether this machine can list the children of a process. */
export const canListChildren = existsSync(`/proc/self/task/${process.pid}/children`)

type Child = { pid: number; cpuSeconds: number }

/** Calls `onLook` with each child of a server every few milliseconds, until the returned function is called. */
export function watchChildren(server: { pid: number }, onLook: (child: Child) => void): () => void {
  const timer = setInterval(() => {
    for (const pid of childrenOf(server.pid)) onLook({ pid, cpuSeconds: cpuOf(pid) })
  }, EVERY_MS)
  return () => clearInterval(timer)
}

/** The first child of a server, once it has begun its work. */
export function firstChild(server: { pid: number }): Promise<number> {
  return new Promise((resolve) => {
    const stop = watchChildren(server, ({ pid, cpuSeconds }) => {
      if (cpuSeconds < BEGUN_CPU_SECONDS) return
      stop()
      resolve(pid)
    })
  })
}

/** Waits until a server has no children, not even one that ended and was not waited for. */
export async function expectNoChildren({ pid }: { pid: number }): Promise<void> {
  await expect.poll(() => childrenOf(pid), { timeout: GONE_WITHIN_MS }).toEqual([])
}

/** The memory of a process in megabytes: now, or its highest. */
export function memoryMbOf(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes = 0] = new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(contentOf(`/proc/${pid}/status`)) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** How many pipes and sockets a process has open. */
export function openChannels(pid: number): number {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((name) => /^(socket|pipe):/.test(linkOf(`${folder}/${name}`))).length
}

/** Whether a child runs its own program. Before that it is a copy of the server, with the server's memory. */
export function isOcrProcess(pid: number): boolean {
  return contentOf(`/proc/${pid}/cmdline`).includes('paddle-child.ts')
}

export function isRunning(pid: number): boolean {
  return /^State:\s+[^ZX]/m.test(contentOf(`/proc/${pid}/status`))
}

function childrenOf(pid: number): number[] {
  return contentOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

function cpuOf(pid: number): number {
  const [user = 0, system = 0] =
    contentOf(`/proc/${pid}/stat`).split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return (user + system) / TICKS_A_SECOND
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
