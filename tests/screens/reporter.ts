import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const SLOWEST = 5

/** Prints how long the screens took and which texts do not fit; fails the run if two states have the same picture. */
export default class ScreensReporter implements Reporter {
  private readonly durations = new Map<string, number>()
  private readonly pictures: string[] = []
  private readonly faults = new Map<string, string[]>()

  onTestEnd({ title }: TestCase, { duration, annotations }: TestResult) {
    this.durations.set(title, duration)
    for (const { type, description = '' } of annotations) {
      if (type === 'picture') this.pictures.push(description)
      if (type === 'fault') this.faults.set(description, [...(this.faults.get(description) ?? []), title])
    }
  }

  async onEnd({ duration }: FullResult) {
    this.printFaults()
    this.printDurations(duration)
    const same = await findSame(this.pictures)
    for (const files of same) console.log(`The same picture of different states: ${files.join(', ')}`)
    return same.length > 0 ? { status: 'failed' as const } : undefined
  }

  private printFaults() {
    if (this.faults.size > 0) console.log('\nTexts that do not fit:')
    for (const [fault, [first, ...others]] of this.faults)
      console.log(`  ${fault}: ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`)
  }

  private printDurations(total: number) {
    const sorted = [...this.durations].sort(([, a], [, b]) => b - a)
    const [, median = 0] = sorted[sorted.length >> 1] ?? []
    const slowest = sorted.slice(0, SLOWEST).map(([title, duration]) => `${title} ${seconds(duration)}`)
    console.log(`\n${sorted.length} screens, ${this.pictures.length} pictures in ${seconds(total)}.`)
    console.log(`Half of the screens took less than ${seconds(median)} each; slowest: ${slowest.join(', ')}.`)
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Groups of files with the same content that show different states of one screen in one language. */
async function findSame(files: string[]) {
  const groups = new Map<string, string[]>()
  for (const file of files) {
    const [screen, , language] = file.split('.')
    const content = createHash('sha256')
      .update(await readFile(`screens/${file}`))
      .digest('hex')
    const key = `${screen} ${language} ${content}`
    groups.set(key, [...(groups.get(key) ?? []), file])
  }
  const statesOf = (group: string[]) => new Set(group.map((file) => file.split('.')[1]))
  return [...groups.values()].filter((group) => statesOf(group).size > 1)
}
