export type IsInstant<T extends string> = string extends T ? ('isInstant' extends keyof T ? true : false) : false

/** An answer of the contract as the database returns it: instants are dates. */
export type RowOf<T> = T extends string
  ? IsInstant<T> extends true
    ? Date
    : T
  : T extends object
    ? { [Name in keyof T]: RowOf<T[Name]> }
    : T

type Fields = Record<string, unknown>
type Shape = { empty: Fields; columns: [name: string, at: number][]; objects: [name: string, at: number, of: Shape][] }

const shapes = new Map<string, Shape>()

/** Objects of columns such as `member.name`. A null first column makes the object null, so it must never be null. */
export function nestRows(names: string[], rows: unknown[][]): Fields[] {
  const key = names.join()
  const shape = shapes.get(key) ?? shapeOf(names.map((name, at) => ({ path: name.split('.'), at })))
  shapes.set(key, shape)
  return rows.map((row) => fill(shape, row))
}

function fill({ empty, columns, objects }: Shape, row: unknown[]): Fields {
  const made = { ...empty }
  for (const [name, at] of columns) made[name] = row[at]
  for (const [name, at, shape] of objects) if (row[at] !== null) made[name] = fill(shape, row)
  return made
}

function shapeOf(given: { path: string[]; at: number }[]): Shape {
  const groups = Map.groupBy(given, ({ path: [name = ''] }) => name)
  const shape: Shape = { empty: emptyOf([...groups.keys()]), columns: [], objects: [] }
  for (const [name, [first, ...others]] of groups) {
    if (!first) continue
    const inside = [first, ...others].map(({ path, at }) => ({ path: path.slice(1), at }))
    if (first.path.length === 1) shape.columns.push([name, inside.at(-1)?.at ?? first.at])
    else shape.objects.push([name, first.at, shapeOf(inside)])
  }
  return shape
}

/** V8 keeps an object that was made name by name, and its copies, as slow dictionaries; parsed ones are fast. */
const emptyOf = (names: string[]): Fields =>
  JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))))
