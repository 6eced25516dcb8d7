import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Prints what the pictures show, and fails the run if a text does not fit or two states have the same picture. */
export default class ScreensReporter implements Reporter {
  private readonly pictures: string[] = []
  private readonly faults = new Map<string, string[]>()

  onTestEnd(_test: TestCase, { annotations }: TestResult) {
    for (const { type, description = '' } of annotations) {
      const [fault = '', where = ''] = description.split('\n')
      if (type === 'picture') this.pictures.push(description)
      if (type === 'fault') this.faults.set(fault, [...(this.faults.get(fault) ?? []), where])
    }
  }

  async onEnd({ duration }: FullResult) {
    for (const [fault, [first, ...others]] of this.faults)
      console.log(`Does not fit: ${fault}: ${first} and ${others.length} more`)
    const same = findSame(this.pictures)
    for (const files of same) console.log(`The same picture of different states: ${files.join(', ')}`)
    console.log(`\n${this.pictures.length} pictures in ${(duration / 1000).toFixed(1)} s.`)
    return same.length > 0 || this.faults.size > 0 ? { status: 'failed' as const } : undefined
  }
}

/** Groups of files with the same content that show different states of one page in one language. */
function findSame(files: string[]) {
  const groups = Map.groupBy(files, (file) => {
    const [page, , language] = file.split('.')
    return `${page} ${language} ${createHash('sha256')
      .update(readFileSync(`screens/${file}`))
      .digest('hex')}`
  })
  return [...groups.values()].filter((group) => new Set(group.map((file) => file.split('.')[1])).size > 1)
}
