import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../scripts/support/run.ts'
import { secondsOfFamily } from './processor.ts'
import type { Statement } from './statements.ts'

/** As many as the server's pool, so that as many processes of the database take turns. */
const CONNECTIONS = 10

type On = { url: string; pid: number }

/** Seconds of the database's processor that pgbench takes for statements that are prepared, or undefined where there is no pgbench. */
export async function pgbenchSeconds(
  { url, pid }: On,
  statements: Statement[],
  ms: number,
): Promise<number | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'stampus-pgbench-'))
  const script = join(folder, 'script.sql')
  await writeFile(script, statements.map((each) => `${inWords(each)};\n`).join(''))
  const before = secondsOfFamily(pid)
  const options = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(CONNECTIONS),
    '-T',
    String(Math.max(1, Math.round(ms / 1000))),
    '-f',
    script,
    url,
  ]
  const { code, output } = await run('pgbench', options, { quiet: true })
  await rm(folder, { recursive: true, force: true })
  const [, answered] = /actually processed: (\d+)/.exec(output) ?? []
  return code === 0 && answered ? (secondsOfFamily(pid) - before) / Number(answered) : undefined
}

/** pgbench takes a colon in a value for the name of one. */
function inWords({ text, values }: Statement): string {
  return text.replace(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1])).replaceAll('\n', ' ')
}

function literal(value: unknown): string {
  if (value instanceof Date) return `to_timestamp(${value.getTime() / 1000})`
  if (Buffer.isBuffer(value)) return `decode('${value.toString('hex')}', 'hex')`
  return typeof value === 'number' ? String(value) : `'${value}'`
}
