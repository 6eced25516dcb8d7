import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const TICKS_A_SECOND = 100
const MIB_IN_KIB = 1024

/** Seconds of processor that a process has used, its threads included. Only Linux tells; elsewhere they are 0. */
export function secondsOf(pid: number): number {
  const { user, system } = timesOf(pid)
  return user + system
}

/** The same of a process with its children, also of those that have ended meanwhile. */
export function secondsOfFamily(pid: number): number {
  const { user, system, endedChildren } = timesOf(pid)
  const seconds = childrenOf(pid).reduce((sum, child) => sum + secondsOf(child), user + system + endedChildren)
  // A child that ended meanwhile may stand in neither part.
  return timesOf(pid).endedChildren === endedChildren ? seconds : secondsOfFamily(pid)
}

/** The parent of a process. */
export function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[1] ?? 0)
}

/** MiB of memory in use, and the most since `forgetPeak`. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = fileOf(pid, 'status')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / MIB_IN_KIB
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

export function forgetPeak(pid: number): void {
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function timesOf(pid: number) {
  const fields = fieldsOf(pid)
  const at = (place: number) => Number(fields[place] ?? 0) / TICKS_A_SECOND
  return { user: at(11), system: at(12), endedChildren: at(13) + at(14) }
}

/** What stands behind the name, which may hold spaces: the state first. */
function fieldsOf(pid: number): string[] {
  const stat = fileOf(pid, 'stat')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') return []
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return others.map(Number).filter((other) => parentOf(other) === pid)
}

/** A process may have ended in the same moment. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
