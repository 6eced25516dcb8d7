import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 500
export const METRICS_TOKEN = 'stress-metrics-token'

/** The most megabytes of memory that a server was seen to hold while the work was done. */
export async function memoryWhile(url: string, work: Promise<unknown>): Promise<number> {
  let [most, over] = [0, false]
  work.finally(() => (over = true)).catch(() => {})
  do {
    most = Math.max(most, await memoryOf(url))
    await pause(EVERY_MS)
  } while (!over)
  return Math.round(most / 1024 ** 2)
}

async function memoryOf(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(await answer.text())?.[1])
}
