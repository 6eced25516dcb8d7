import type * as z from 'zod'

export class ExportImportError extends Error {}

/** For `catch`: puts a sentence before the words of the error. */
export const explainError =
  (sentence: string): ((cause: unknown) => never) =>
  (cause) => {
    if (cause instanceof ExportImportError) throw cause
    throw new ExportImportError(`${sentence}: ${describeError(cause)}`, { cause })
  }

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const detail = 'detail' in error && typeof error.detail === 'string' ? ` (${error.detail})` : ''
  return `${error.message}${detail}`
}

export function parseAs<Value>(schema: z.ZodType<Value>, text: string, name: string): Value {
  const read = schema.safeParse(parseJson(text, name))
  if (read.success) return read.data
  const issues = read.error.issues
    .slice(0, 3)
    .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  throw new ExportImportError(`${name} is of another form than this release reads: ${issues.join('; ')}`)
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    return explainError(`${name} is not JSON`)(cause)
  }
}
