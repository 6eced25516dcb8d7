import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { budgets } from '../../tests/budgets.ts'
import { root } from './root.mjs'

export type FileTime = { file: string; seconds: number }

/** Times in seconds; `slowness` is how many times as long as usual the same work took meanwhile. */
export type Part = { title: string; seconds: number; processor: number; slowness: number; files: FileTime[] }

const DEAREST = 10

/** The dearest files, dearest first. A file that ran on two engines counts once. */
export function dearestOf(files: FileTime[]): FileTime[] {
  const sums = new Map<string, number>()
  for (const { file, seconds } of files) sums.set(file, (sums.get(file) ?? 0) + seconds)
  const rounded = [...sums].map(([file, seconds]) => ({ file, seconds: Math.round(seconds * 10) / 10 }))
  return rounded.sort((a, b) => b.seconds - a.seconds).slice(0, DEAREST)
}

/** One line for each part and each of its dearest files. */
export function formatParts(parts: Part[]): string {
  const rows = parts.flatMap(({ title, seconds, processor, slowness, files }) => [
    line([whole(seconds), whole(processor), slowness.toFixed(2), whole(budgets[title])], title),
    ...files.map((one) => line([whole(one.seconds), '', '', ''], `  ${one.file}`)),
  ])
  return [line(['seconds', 'processor', 'slowness', 'budget'], 'part'), ...rows].join('\n')
}

const whole = (figure: number | undefined) => (figure === undefined ? '' : Math.round(figure).toString())
const line = (cells: string[], text: string) => `${cells.map((cell) => cell.padStart(9)).join(' ')}  ${text}`

/** A failure for each part without a budget or above it. A slower processor may take more in the same proportion. */
export function overBudget(parts: Part[]): string[] {
  return parts.flatMap(({ title, processor, slowness, files }) => {
    const budget = budgets[title]
    if (budget === undefined) return [`${title}: tests/budgets.ts has no budget for this part`]
    const allowed = budget * Math.max(1, slowness)
    if (processor <= allowed) return []
    const dearest = files.map(({ file, seconds }) => `    ${seconds} s ${file}`)
    const what = `${title}: ${Math.round(processor)} processor seconds, but tests/budgets.ts allows ${Math.round(allowed)}. Dearest files:`
    return [[what, ...dearest].join('\n')]
  })
}

export function writeParts(command: string, parts: Part[]): void {
  const file = join(root, 'reports', `${command}.json`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(parts, null, 2)}\n`)
}
