import { writeFileSync } from 'node:fs'
import { processIds, readProcess, readProcessFile, TICKS } from '../scripts/support/processor-time.ts'

const MIB_IN_KIB = 1024

/** CPU seconds of a process and its threads. 0 on other systems than Linux. */
export function cpuSecondsOf(pid: number): number {
  const { user, system } = readProcess(pid)
  return (user + system) / TICKS
}

/** CPU seconds of a process with its children, including ended ones. */
export function cpuSecondsOfFamily(pid: number): number {
  const { endedChildren } = readProcess(pid)
  const family = process.platform === 'linux' ? [pid, ...processIds().filter((other) => parentOf(other) === pid)] : []
  const seconds = family.reduce((sum, one) => sum + cpuSecondsOf(one), endedChildren / TICKS)
  // A child that ended in between may be missing in both parts.
  return readProcess(pid).endedChildren === endedChildren ? seconds : cpuSecondsOfFamily(pid)
}

export const parentOf = (pid: number) => readProcess(pid).parent

/** MiB of memory in use, and the most since `resetPeak`. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readProcessFile(pid, 'status')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / MIB_IN_KIB
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

export function resetPeak(pid: number): void {
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/clear_refs`, '5')
}
