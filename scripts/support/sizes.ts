import { files, isTest, read, workspaceOf } from '../../tests/structure/tree.ts'
import sizes from './sizes.json' with { type: 'json' }

/** How far the written total of lines may be from today's. */
const TOLERANCE = 0.1

const product = files.filter(
  (file) => /\.(ts|tsx|css|sql|mjs)$/.test(file) && !isTest(file) && workspaceOf(file) !== 'tests',
)
const linesOf = (file: string) => read(file).split('\n').length - 1
const lines = (listed: string[]) => listed.reduce((sum, file) => sum + linesOf(file), 0)
const number = (value: number) => value.toLocaleString('en')

/** The tables of sizes. Figures that are still about right stay, so that not every change has to write them. */
export function sizeTables(written: string, keepsAboutRight: boolean): string {
  const [, before] = /\| all \|.*\| ([\d,]+) \|/.exec(written) ?? []
  const change = Math.abs(lines(product) - Number(before?.replaceAll(',', '') ?? 0)) / lines(product)
  if (keepsAboutRight && change <= TOLERANCE) return written
  const workspaces = [...Map.groupBy(product, workspaceOf)].sort(([a], [b]) => a.localeCompare(b))
  const row = (name: string, listed: string[]) => `| ${name} | ${number(listed.length)} | ${number(lines(listed))} |`
  const paths = Object.entries(sizes.paths).map(([name, path]) => row(name, path.files))
  return [
    '| workspace | files | lines |',
    '|---|---|---|',
    ...workspaces.map(([name, listed]) => row(name, listed)),
    row('all', product),
    '',
    '| to read how to | files to open | lines in them |',
    '|---|---|---|',
    ...paths,
  ].join('\n')
}

/** What is larger than `sizes.json` allows, and the files there that are gone. */
export function sizeErrors(): string[] {
  const total = lines(product)
  const { productLines } = sizes.limits
  const inPaths = Object.entries(sizes.paths).flatMap(([name, { mostFiles, files: listed }]) => [
    ...(listed.length > mostFiles
      ? [`To ${name} takes ${listed.length} files; at most ${mostFiles} are allowed.`]
      : []),
    ...listed.filter((file) => !product.includes(file)).map((file) => `${file}, on the path "${name}", is gone.`),
  ])
  if (total <= productLines) return inPaths
  return [`The product has ${total} lines; at most ${productLines} are allowed (decision 028).`, ...inPaths]
}
