import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../scripts/support/run.ts'
import { cpuSecondsOfFamily } from './process-stats.ts'
import type { Statement } from './statements.ts'

/** As many as the server's pool, for the same number of database processes. */
const CONNECTIONS = 10

type On = { url: string; pid: number }

/** CPU seconds of the database for prepared statements in pgbench; undefined if pgbench is not installed. */
export async function pgbenchSeconds(
  { url, pid }: On,
  statements: Statement[],
  ms: number,
): Promise<number | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'stampus-pgbench-'))
  const script = join(folder, 'script.sql')
  await writeFile(script, statements.map((each) => `${inWords(each)};\n`).join(''))
  const before = cpuSecondsOfFamily(pid)
  const seconds = Math.max(1, Math.round(ms / 1000))
  const options = `-n -M prepared -c ${CONNECTIONS} -T ${seconds} -f`.split(' ')
  const { code, output } = await run('pgbench', [...options, script, url], { quiet: true })
  await rm(folder, { recursive: true, force: true })
  const [, answered] = /actually processed: (\d+)/.exec(output) ?? []
  return code === 0 && answered ? (cpuSecondsOfFamily(pid) - before) / Number(answered) : undefined
}

/** pgbench would read a colon as the start of a variable. */
function inWords({ text, values }: Statement): string {
  return text.replace(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1])).replaceAll('\n', ' ')
}

function literal(value: unknown): string {
  if (value instanceof Date) return `to_timestamp(${value.getTime() / 1000})`
  if (Buffer.isBuffer(value)) return `decode('${value.toString('hex')}', 'hex')`
  return typeof value === 'number' ? String(value) : `'${value}'`
}
