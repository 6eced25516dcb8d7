import type pg from 'pg'

/** The server or a pooler before it is set up in a way that Stampus cannot work with. The message says what to do. */
export class UnsuitableServer extends Error {}

const ROUNDS = 3

/** Throws UnsuitableServer if a pooler gives a connection's statements to different sessions, or drops its time-outs. */
export async function requireSessions(pool: pg.Pool): Promise<void> {
  try {
    const one = await pool.connect()
    try {
      const other = await pool.connect()
      try {
        for (let round = 0; round < ROUNDS; round += 1) await requireOwnSessions(one, other)
        await requireTimeouts(one)
      } finally {
        other.release()
      }
    } finally {
      // The pool cannot be closed before.
      one.release()
    }
  } catch (error) {
    const { message } = error as Error
    if (/unsupported startup parameter/.test(message)) throw new UnsuitableServer(`${message}. ${IGNORED}`)
    if (/not allowed in statement pooling/.test(message)) throw new UnsuitableServer(POOLED)
    throw error
  }
}

const POOLED =
  'A pooler gives the statements of one connection to different sessions. Set pool_mode = session in PgBouncer, or connect to PostgreSQL directly.'
const IGNORED =
  'Set ignore_startup_parameters = extra_float_digits, statement_timeout, idle_in_transaction_session_timeout in PgBouncer, and the time-outs by ALTER ROLE.'

/** While a transaction is open on the other connection, a pooler cannot give its session to this one. */
async function requireOwnSessions(one: pg.PoolClient, other: pg.PoolClient): Promise<void> {
  const before = await sessionOf(one)
  await other.query('BEGIN')
  const meanwhile = [await sessionOf(other), await sessionOf(one)]
  await other.query('ROLLBACK')
  if (meanwhile[0] === before || meanwhile[1] !== before) throw new UnsuitableServer(POOLED)
}

async function sessionOf(client: pg.PoolClient): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
}

/** A pooler that is set to ignore them leaves a hung statement to wait forever. */
async function requireTimeouts(client: pg.PoolClient): Promise<void> {
  for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
    const { rows } = await client.query<{ value: string }>(`SELECT current_setting('${name}') AS value`)
    if (rows[0]?.value === '0')
      throw new UnsuitableServer(`A pooler ignores ${name}. Run: ALTER ROLE … SET ${name} = '15s', for both roles.`)
  }
}
