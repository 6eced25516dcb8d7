/** Whether a text of the contract holds an instant. */
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

/**
 * Makes objects of the columns of a row that are named like `member.name`. An object whose first column is null is null itself, so
 * its first column must be one that is never null where the object is there.
 */
export function nested(row: Fields): Fields {
  const made: Fields = {}
  for (const [name, value] of Object.entries(row)) put(made, name.split('.'), value)
  return made
}

function put(into: Fields, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    into[name] = value
    return
  }
  if (!(name in into)) into[name] = value === null ? null : {}
  const inner = into[name]
  if (typeof inner === 'object' && inner !== null) put(inner as Fields, rest, value)
}
