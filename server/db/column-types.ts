import pg from 'pg'

const { INT8, DATE } = pg.types.builtins
const INT8_ARRAY = 1016 as typeof INT8

/** How columns become values: int8 a safe integer, date its text 'YYYY-MM-DD', all else as pg does (timestamptz a Date). */
export const columnTypes: pg.CustomTypesConfig = { getTypeParser }

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format === 'binary') return pg.types.getTypeParser(oid, format)
  if (oid === INT8) return safeInteger
  if (oid === INT8_ARRAY) return safeIntegers
  if (oid === DATE) return asItIs
  return pg.types.getTypeParser(oid)
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} in an int8 column is beyond a safe integer`)
  return value
}

const readArray = pg.types.getTypeParser(INT8_ARRAY)

function safeIntegers(text: string): (number | null)[] {
  return readArray(text).map((item: string | null) => (item === null ? null : safeInteger(item)))
}

function asItIs(text: string): string {
  return text
}
