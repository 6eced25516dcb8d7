import { readdirSync, readFileSync } from 'node:fs'

const LOOK_MS = 500
/** Linux counts processor time in hundredths of a second. */
const TICKS = 100

type Process = { parent: number; key: string; ticks: number }

/**
 * Watches a process and all that it starts; the function it returns ends that and tells their processor time in seconds.
 * Zero where the system does not tell (not Linux). What a short-lived process did after the last look is left out.
 */
export function watchProcessorTime(pid: number): () => number {
  if (process.platform !== 'linux') return () => 0
  const family = new Map<number, Process>()
  const ended: number[] = []
  const look = () => {
    const running = readProcesses()
    for (const [id, now] of running) {
      const before = family.get(id)
      if (before && before.key !== now.key) {
        ended.push(before.ticks)
        family.delete(id)
      }
      if (belongs(id, now, running)) family.set(id, now)
    }
  }
  const belongs = (id: number, one: Process, running: Map<number, Process>): boolean => {
    if (id === pid || family.has(id)) return true
    const parent = running.get(one.parent)
    return parent !== undefined && belongs(one.parent, parent, running)
  }
  look()
  const timer = setInterval(look, LOOK_MS)
  return () => {
    clearInterval(timer)
    look()
    const ticks = [...ended, ...[...family.values()].map((one) => one.ticks)]
    return ticks.reduce((sum, each) => sum + each, 0) / TICKS
  }
}

function readProcesses(): Map<number, Process> {
  const running = new Map<number, Process>()
  for (const name of readdirSync('/proc')) {
    const id = Number(name)
    const found = Number.isInteger(id) ? readProcess(id) : undefined
    if (found) running.set(id, found)
  }
  return running
}

/** Undefined if the process has just ended. `key` differs for a later process with the same number. */
function readProcess(id: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]].map(Number)
    return { parent, key: fields[19] ?? '', ticks: user + system }
  } catch {
    return undefined
  }
}
