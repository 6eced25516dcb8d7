import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const TICKS_A_SECOND = 100
const MIB_IN_KIB = 1024

/** CPU seconds of a process and its threads. 0 on other systems than Linux. */
export function cpuSecondsOf(pid: number): number {
  const { user, system } = timesOf(pid)
  return user + system
}

/** CPU seconds of a process with its children, including ended ones. */
export function cpuSecondsOfFamily(pid: number): number {
  const { user, system, endedChildren } = timesOf(pid)
  const seconds = childrenOf(pid).reduce((sum, child) => sum + cpuSecondsOf(child), user + system + endedChildren)
  // A child that ended in between may be missing in both parts.
  return timesOf(pid).endedChildren === endedChildren ? seconds : cpuSecondsOfFamily(pid)
}

/** The parent of a process. */
export function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[1] ?? 0)
}

/** MiB of memory in use, and the most since `resetPeak`. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = fileOf(pid, 'status')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / MIB_IN_KIB
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

export function resetPeak(pid: number): void {
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function timesOf(pid: number) {
  const fields = fieldsOf(pid)
  const at = (place: number) => Number(fields[place] ?? 0) / TICKS_A_SECOND
  return { user: at(11), system: at(12), endedChildren: at(13) + at(14) }
}

/** The fields after the name, which may contain spaces. */
function fieldsOf(pid: number): string[] {
  const stat = fileOf(pid, 'stat')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') return []
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return others.map(Number).filter((other) => parentOf(other) === pid)
}

/** Empty if the process has ended. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
