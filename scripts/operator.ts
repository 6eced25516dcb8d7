import { parseArgs } from 'node:util'
import { InvalidSettings, readConfig } from '../server/config.ts'
import {
  addOperator,
  OperatorCommandError,
  parseRole,
  resetSecondFactorByCommand,
} from '../server/domains/staff/command.ts'
import type { Database } from '../server/platform/db/database.ts'
import { DataDirInUse } from '../server/platform/db/embedded/data-folder-lock.ts'
import { openPreparedDatabase } from '../server/platform/db/prepare.ts'
import { askPassword, PasswordsDiffer } from './support/password.ts'

const HELP = `Adds an operator, who reviews receipts at the console.

  npm run operator -- add --email mei@campus.edu.my --name "Tan Mei" --role reviewer

  --email   the email address to sign in with; any domain
  --name    the name that others see; default: the part of the address before the @
  --role    reviewer (the queue), or manager (everything)

The command asks for the password, or reads it from standard input:

  npm run --silent operator -- add --email … --name … --role manager < password-file

Removes the second factor of an operator who has lost it, and signs them out everywhere:

  npm run operator -- reset-second-factor --email mei@campus.edu.my

Without DATABASE_URL the command uses the data folder, which a running server locks: stop the server first.`

type Given = { email: string; name?: string; role?: string }

const commands: Record<string, (given: Given) => Promise<string>> = { add, 'reset-second-factor': resetSecondFactor }

/** Wrong arguments. The message is one sentence. */
class UsageError extends Error {}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Error)) throw error
  console.error(describe(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}

async function main(args: string[]): Promise<void> {
  const { positionals, values } = read(args)
  if (values.help) return console.log(HELP)
  const command = commands[positionals.join(' ')]
  if (!command) throw new UsageError(`The commands are: ${Object.keys(commands).join(', ')}. See --help.`)
  const { email } = values
  if (!email) throw new UsageError('--email is needed. See --help.')
  console.log(await command({ ...values, email }))
}

async function add({ email, ...given }: Given): Promise<string> {
  const name = given.name ?? email.slice(0, email.lastIndexOf('@'))
  const role = parseRole(given.role)
  const id = await withDatabase(async (pool) => {
    const password = await askPassword()
    return addOperator(pool, { email, name, role, password }, new Date())
  })
  return `Operator ${id} was added: ${name}, ${email} (${role}).`
}

async function resetSecondFactor({ email }: Given): Promise<string> {
  const name = await withDatabase((pool) => resetSecondFactorByCommand(pool, email, new Date()))
  return `The second factor of ${name} was removed.`
}

function read(args: string[]) {
  const text = { type: 'string' } as const
  try {
    const options = { email: text, name: text, role: text, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

async function withDatabase<T>(work: (pool: Database['pool']) => Promise<T>): Promise<T> {
  const db = await openPreparedDatabase(readConfig())
  try {
    return await work(db.pool)
  } finally {
    await db.close()
  }
}

/** Errors that the user can fix have a message of their own; others say that nothing was done. */
function describe(error: Error): string {
  const known = [UsageError, OperatorCommandError, InvalidSettings, DataDirInUse, PasswordsDiffer].some(
    (kind) => error instanceof kind,
  )
  return known ? error.message : `This was not done: ${error.message}`
}
