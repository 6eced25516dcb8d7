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

/** Objects of columns such as `member.name`. A null first column makes the object null, so it must never be null. */
export function nestRows(rows: Fields[]): Fields[] {
  const columns = Object.keys(rows[0] ?? {}).map((name) => ({ name, path: name.split('.') }))
  if (columns.every(({ path }) => path.length === 1)) return rows
  return rows.map((row) => {
    const made: Fields = {}
    for (const { name, path } of columns) put(made, path, row[name])
    return made
  })
}

function put(into: Fields, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    into[name] = value
    return
  }
  if (!(name in into)) into[name] = value === null ? null : {}
  if (into[name] !== null) put(into[name] as Fields, rest, value)
}
