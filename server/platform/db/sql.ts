export class Sql {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[] = []) {
    this.texts = texts
    this.values = values
  }
}

/** One parameter for several places of a statement. */
export class Parameter {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

export const parameter = (value: unknown) => new Parameter(value)

/** A value becomes a parameter; another piece becomes part of the text, with its values. */
export const sql = (texts: TemplateStringsArray, ...given: unknown[]) => join(texts, given)

/** Our own text, never a request's: the name of a table, or a number that PostgreSQL's planner must see. */
export const raw = (text: string | number) => new Sql([String(text)])

export const list = (given: readonly unknown[], separator = ', '): Sql =>
  given.length === 0 ? raw('') : join(['', ...given.slice(1).map(() => separator), ''], given)

export function all(...conditions: (Sql | undefined | null | false | '' | 0)[]): Sql {
  const given = conditions.filter((each) => each instanceof Sql)
  return given.length === 0 ? raw('true') : list(given, ' AND ')
}

/** Plain data, because tests and the bench copy and change it. */
export function statementOf({ texts, values: given }: Sql, name?: string) {
  const [first = '', ...others] = texts
  const values: unknown[] = []
  const places = new Map<Parameter, number>()
  const placeOf = (each: unknown): number => {
    if (!(each instanceof Parameter)) return values.push(each)
    const place = places.get(each) ?? values.push(each.value)
    places.set(each, place)
    return place
  }
  const text = others.reduce((before, after, at) => `${before}$${placeOf(given[at])}${after}`, first.trimStart())
  return { text, values, ...(name !== undefined && { name }) }
}

/** Joins the texts of pieces, so that a constant piece is put together once. */
function join(texts: readonly string[], given: readonly unknown[]): Sql {
  const joined = [texts[0] ?? '']
  const add = (text = '') => joined.push(`${joined.pop()}${text}`)
  const values: unknown[] = []
  given.forEach((each, at) => {
    if (each instanceof Sql) {
      add(each.texts[0])
      joined.push(...each.texts.slice(1))
      values.push(...each.values)
      add(texts[at + 1])
    } else {
      values.push(each)
      joined.push(texts[at + 1] ?? '')
    }
  })
  return new Sql(joined, values)
}
