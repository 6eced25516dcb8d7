import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../structure/tree.ts'
import type { Verdict } from './verdict.ts'

type Result = Verdict & { limit?: number | undefined }
const results: (Result & { fault: string })[] = []

const HEAD = [
  'fault',
  'without writes, s (limit; A; B)',
  'writes with 5xx, unanswered',
  'acknowledged',
  'lost',
  'double',
  '401',
  '500',
  'pages failed',
  'readyz wrong, s',
  'refused',
  'ledger, files',
]
const inSeconds = (ms: number) => (ms / 1000).toFixed(1)

function cells({ fault, ...result }: (typeof results)[number]): string[] {
  const { withoutWrites: without, limit, acknowledged, lost, double, signedOut, crashed, ledger, missingFiles } = result
  return [
    fault,
    `${inSeconds(without.proxy)} (${limit ?? 'none'}; ${inSeconds(without.A)}; ${inSeconds(without.B)})`,
    `${result.failedWrites}, ${result.unanswered} of ${result.writes}`,
    Object.entries(acknowledged)
      .map(([kind, count]) => `${count} ${kind}s`)
      .join(', '),
    ...[lost.length, double.length, signedOut, crashed].map(String),
    `${result.failedPages.length} of ${result.pages}`,
    inSeconds(result.untruthful),
    ...[result.refused.length, ledger.length + missingFiles.length].map(String),
  ]
}

const row = (texts: string[]) => `| ${texts.join(' | ')} |`

/** Prints what came of a fault, for a person who waits. */
export function printResult(fault: string, result: Result): void {
  results.push({ fault, ...result })
  const figures = cells({ fault, ...result }).map((cell, at) => `  ${HEAD[at]}: ${cell}`)
  const { lost, double, refused, ledger, missingFiles, failedPages } = result
  const details = [
    ...lost.map((one) => `lost ${one}`),
    ...double.map((one) => `double ${one}`),
    ...ledger,
    ...missingFiles,
    ...Array.from(
      Map.groupBy(failedPages, (one) => one),
      ([page, times]) => `${times.length} × ${page}`,
    ),
  ]
  console.log([...figures, ...[...details, ...refused].slice(0, 12).map((one) => `  ! ${one}`)].join('\n'))
}

/** Writes all results into `reports/`, as a table and as JSON. */
export function writeReport(): void {
  const folder = join(root, 'reports')
  mkdirSync(folder, { recursive: true })
  const table = [row(HEAD), row(HEAD.map(() => '---')), ...results.map((one) => row(cells(one)))]
  writeFileSync(join(folder, 'failover.md'), `# Failover\n\nWhat each fault did.\n\n${table.join('\n')}\n`)
  writeFileSync(join(folder, 'failover.json'), `${JSON.stringify(results, null, 2)}\n`)
  console.log(`\n${table.join('\n')}`)
}
