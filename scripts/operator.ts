import { parseArgs } from 'node:util'
import { InvalidSettings, readConfig } from '../server/config.ts'
import { addOperator, BadOperator, readRole, resetByCommand } from '../server/domains/operators/command.ts'
import type { Database } from '../server/platform/db/database.ts'
import { DataDirInUse } from '../server/platform/db/embedded/data-folder-lock.ts'
import { openPreparedDatabase } from '../server/platform/db/prepare.ts'
import { askPassword, Differing } from './support/password.ts'

const HELP = `Adds an operator, who reviews receipts at the console.

  npm run operator -- add --email mei@campus.edu.my --name "Tan Mei" --role reviewer

  --email   the address to sign in with; it need not be of the college
  --name    the name that others see; without it, what stands before the @ of the address
  --role    reviewer (the queue), or manager (everything)

The password is asked for, or read from standard input:

  npm run --silent operator -- add --email … --name … --role manager < password-file

Takes the second factor from an operator who has lost it, and signs them out everywhere:

  npm run operator -- reset-second-factor --email mei@campus.edu.my

Without DATABASE_URL the data folder is used, which a running server holds: stop it first.`

type Given = { email: string; name?: string; role?: string }

const commands: Record<string, (given: Given) => Promise<string>> = { add, 'reset-second-factor': resetSecondFactor }

/** The command was called wrongly; says how in one sentence. */
class WrongCall extends Error {}

try {
  await main(process.argv.slice(2))
} catch (fault) {
  if (!(fault instanceof Error)) throw fault
  console.error(sentenceOf(fault))
  process.exitCode = fault instanceof WrongCall ? 2 : 1
}

async function main(words: string[]): Promise<void> {
  const { positionals, values } = read(words)
  if (values.help) return console.log(HELP)
  const command = commands[positionals.join(' ')]
  if (!command) throw new WrongCall(`The commands are: ${Object.keys(commands).join(', ')}. See --help.`)
  const { email } = values
  if (!email) throw new WrongCall('--email is needed. See --help.')
  console.log(await command({ ...values, email }))
}

async function add({ email, ...given }: Given): Promise<string> {
  const name = given.name ?? email.slice(0, email.lastIndexOf('@'))
  const role = readRole(given.role)
  const id = await withDatabase(async (pool) => {
    const password = await askPassword()
    return addOperator(pool, { email, name, role, password }, new Date())
  })
  return `Operator ${id} was added: ${name}, ${email} (${role}).`
}

async function resetSecondFactor({ email }: Given): Promise<string> {
  const name = await withDatabase((pool) => resetByCommand(pool, email, new Date()))
  return `The second factor of ${name} was taken away.`
}

function read(words: string[]) {
  const text = { type: 'string' } as const
  try {
    const options = { email: text, name: text, role: text, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args: words, options, allowPositionals: true })
  } catch (fault) {
    throw new WrongCall(fault instanceof Error ? fault.message : String(fault))
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

/** What a person can act on stands alone; anything else is named as a fault. */
function sentenceOf(fault: Error): string {
  const known = [WrongCall, BadOperator, InvalidSettings, DataDirInUse, Differing].some((kind) => fault instanceof kind)
  return known ? fault.message : `This was not done: ${fault.message}`
}
