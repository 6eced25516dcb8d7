import lists from './named-statements.json' with { type: 'json' }

/** Frequent named statements, with why they may cost more than the goals or nothing. `*` is a part that varies. */
export const measured: Record<string, string> = Object.fromEntries(
  Object.entries(lists.measured).flatMap(([reason, names]) => names.map((name) => [name, reason])),
)

/** The named statements of no frequent call, by what sends them. */
export const notMeasured: Record<string, string[]> = lists.notMeasured

export function findName(name: string): string {
  const listed = [...Object.keys(measured), ...Object.values(notMeasured).flat()]
  const pattern = (one: string) => new RegExp(`^${one.replaceAll('.', '\\.').replaceAll('*', '.+')}$`)
  const found = listed.find((one) => one === name) ?? listed.find((one) => pattern(one).test(name))
  if (!found) throw new Error(`bench/growth/named-statements.json does not name ${name}`)
  return found
}
