import { type Client, parseStatement, sendUnwatched as send, watchQueries } from '../../tests/stress/support/queries.ts'

/** What the dearest of a statement's recorded values costs: blocks in the database's memory, and milliseconds. */
export type Cost = { buffers: number; ms: number }

/** How many different values of a statement are measured, how often, and after how many runs that do not count. */
export type Effort = { values: number; runs: number; warmUps: number }

/** A statement that takes longer is run once. */
const SLOW_MS = 1000

/** Under which key a statement's cost is recorded; undefined: it is not measured. */
type KeyOf = (statement: { name?: string; text: string }) => string | undefined

/** Measures statements before they are sent, in the state that they find, prepared, and rolled back. */
export function recordStatements(
  effort: Effort,
  keyOf: KeyOf = ({ name }) => name,
): { costs: Map<string, Cost>; stop: () => void } {
  const costs = new Map<string, Cost>()
  const known = new Map<string, Set<string>>()
  const inTransaction = new WeakSet<Client>()
  const busy = new WeakMap<Client, Promise<void>>()
  const isNew = (key: string, values: unknown[]) => {
    const sets = known.get(key) ?? new Set()
    known.set(key, sets)
    return sets.size < effort.values && sets.size < sets.add(JSON.stringify(values)).size
  }
  const measure = async (client: Client, key: string, text: string, values: unknown[]) => {
    const [begin, end] = inTransaction.has(client)
      ? ['SAVEPOINT measured', 'ROLLBACK TO SAVEPOINT measured; RELEASE SAVEPOINT measured']
      : ['BEGIN', 'ROLLBACK']
    const found: Cost[] = []
    await send(client, `PREPARE measured AS ${text}`)
    for (let at = -effort.warmUps; at < effort.runs; at += 1) {
      await send(client, begin)
      // A statement may fail as the server expects, such as one that finds a duplicate.
      const cost = await explain(client, values).catch(() => undefined)
      await send(client, end)
      const isSlow = (cost?.ms ?? 0) > SLOW_MS
      if (cost && (isSlow || at >= 0)) found.push(cost)
      if (isSlow) break
    }
    await send(client, 'DEALLOCATE measured')
    if (found.length === 0) return
    const before = costs.get(key) ?? { buffers: 0, ms: 0 }
    const buffers = Math.max(before.buffers, ...found.map((cost) => cost.buffers))
    // Other work on the machine only adds to a time.
    costs.set(key, { buffers, ms: Math.max(before.ms, Math.min(...found.map(({ ms }) => ms))) })
  }
  const stop = watchQueries((client, statement, sendOn) => {
    const { name, text } = parseStatement(statement)
    const key = keyOf({ ...(name && { name }), text })
    const { values = [] } = Object(statement)
    if (text === 'BEGIN') inTransaction.add(client)
    if (text === 'COMMIT' || text === 'ROLLBACK') inTransaction.delete(client)
    const isMeasured = key !== undefined && isNew(key, values)
    if (!isMeasured && !busy.has(client)) return sendOn(statement)
    const measured = (busy.get(client) ?? Promise.resolve()).then(() =>
      isMeasured ? measure(client, key, text, values) : undefined,
    )
    busy.set(client, measured)
    return measured.then(() => {
      if (busy.get(client) === measured) busy.delete(client)
      return sendOn(statement)
    })
  })
  return { costs, stop }
}

type Explained = { Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>; 'Execution Time': number }

async function explain(client: Client, values: unknown[]): Promise<Cost | undefined> {
  const given = values.length > 0 ? `(${values.map((value) => literal(client, value)).join(', ')})` : ''
  const { rows } = await send(client, `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE measured${given}`)
  const explained: Explained | undefined = rows[0]?.['QUERY PLAN'][0]
  if (!explained) return undefined
  const { Plan: plan, 'Execution Time': ms } = explained
  return { buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], ms }
}

const literal = (client: Client, value: unknown) =>
  value === null || value === undefined ? 'NULL' : client.escapeLiteral(textOf(value))

function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map((one) => `"${textOf(one).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
