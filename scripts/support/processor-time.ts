import { readdirSync, readFileSync } from 'node:fs'

const LOOK_MS = 500
/** Linux counts processor time in hundredths of a second. */
export const TICKS = 100

type Process = { parent: number; key: string; ticks: number }

/** Watches a process and all that it starts. The function it returns says their processor time in seconds (Linux). */
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
  for (const id of processIds()) {
    const { parent, key, user, system, isGone } = readProcess(id)
    if (!isGone) running.set(id, { parent, key, ticks: user + system })
  }
  return running
}

export const processIds = () => readdirSync('/proc').map(Number).filter(Number.isInteger)

/** What Linux says of a process, in ticks; zeros if it has ended. A later one of the same number has another `key`. */
export function readProcess(id: number) {
  const stat = readProcessFile(id, 'stat')
  // The name before it may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const at = (place: number) => Number(fields[place] ?? 0)
  const times = { user: at(11), system: at(12), endedChildren: at(13) + at(14) }
  return { isGone: stat === '', parent: at(1), key: fields[19] ?? '', ...times }
}

/** Empty if the process has ended. */
export function readProcessFile(id: number, name: string): string {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
