import { createHash, type Hash } from 'node:crypto'
import type * as z from 'zod'
import type { Copy } from './copy.ts'
import { ExportImportError, explainError, parseAs } from './export-import-error.ts'

export const BATCH_ROWS = 200

/** The number of lines, and the SHA-256 of the lines with their line feeds. */
export type Digest = { rows: number; sha256: string }
type Batches = AsyncIterable<string[]>

/** The digest is of the lines before `encode`. */
export async function writeLines(
  copy: Copy,
  name: string,
  batches: Batches,
  encode = (lines: string[]) => lines,
): Promise<Digest> {
  const counted = counter()
  const written = async function* () {
    for await (const lines of batches) {
      counted.add(lines)
      yield textOf(encode(lines))
    }
  }
  await copy.write(name, written())
  return counted.digest()
}

export async function digestOf(batches: Batches): Promise<Digest> {
  const counted = counter()
  for await (const lines of batches) counted.add(lines)
  return counted.digest()
}

/** Reads in batches. Only a line feed ends a line: user input may contain other line separators. */
export async function* readLines(copy: Copy, name: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const path = copy.pathOf(name)
  let rest = ''
  try {
    for await (const chunk of copy.read(name)) {
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
      rest = lines.pop() ?? ''
      for (let at = 0; at < lines.length; at += BATCH_ROWS) yield lines.slice(at, at + BATCH_ROWS)
    }
  } catch (cause) {
    explainError(`${path} cannot be read`)(cause)
  }
  if (rest) throw new ExportImportError(`${path} was cut short: its last line has no end.`)
}

/** Throws on the first line that is not JSON of the schema. */
export async function* readLinesAs(schema: z.ZodType, copy: Copy, name: string): AsyncGenerator<string[]> {
  let before = 0
  for await (const lines of readLines(copy, name)) {
    for (const [at, line] of lines.entries()) parseAs(schema, line, `Line ${before + at + 1} of ${copy.pathOf(name)}`)
    before += lines.length
    yield lines
  }
}

const textOf = (lines: string[]) => lines.map((line) => `${line}\n`).join('')

function counter() {
  const hash: Hash = createHash('sha256')
  let rows = 0
  return {
    add: (lines: string[]) => {
      hash.update(textOf(lines))
      rows += lines.length
    },
    digest: (): Digest => ({ rows, sha256: hash.digest('hex') }),
  }
}
