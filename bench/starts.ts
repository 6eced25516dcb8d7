import { rm } from 'node:fs/promises'
import { newFolder } from './databases.ts'
import { memoryOf } from './processor.ts'
import { startServer } from './servers.ts'
import { hundredths, type Line, type Section, whole } from './table.ts'

const [FIRST_MS, LATER_MS] = [3000, 1500]

/** Part 6: from the command to the first answer on the embedded database, which the first start makes and fills with the demo. */
export async function measureStarts(): Promise<Section> {
  const settings = { DATA_DIR: await newFolder() }
  const lines: Line[] = []
  for (const [what, goalMs] of [
    ['the first start', FIRST_MS],
    ['a later start', LATER_MS],
  ] as const) {
    const { startedInMs, pid, stop } = await startServer(settings)
    const figures = [`${hundredths(startedInMs / 1000)} s`, `${whole(memoryOf(pid).now)} MiB`]
    await stop()
    lines.push({ what, figures, goal: `≤ ${goalMs / 1000} s`, met: startedInMs <= goalMs })
  }
  await rm(settings.DATA_DIR, { recursive: true, force: true })
  return { title: '6. Embedded: starting', columns: ['until it serves', 'memory then'], lines }
}
