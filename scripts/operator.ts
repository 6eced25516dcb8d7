import { parseArgs } from 'node:util'
import { BadSettings, readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/database.ts'
import { DataDirInUse } from '../server/db/lock.ts'
import { prepareSchema } from '../server/db/prepare.ts'
import { addOperator, BadOperator, readRole } from '../server/operators/operators.ts'
import { askPassword, Differing } from './password.ts'

const HELP = `Adds an operator, who reviews receipts at the console.

  npm run operator -- add --email mei@campus.edu.my --name "Tan Mei" --role reviewer

  --email   the address to sign in with; it need not be of the college
  --name    the name that others see; without it, what stands before the @ of the address
  --role    reviewer (the queue), or manager (everything)

The password is asked for, or read from standard input:

  npm run --silent operator -- add --email … --name … --role manager < password-file

Without DATABASE_URL the data folder is used, which a running server holds: stop it first.`

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
  if (positionals.join(' ') !== 'add') throw new WrongCall('The one command is: operator add. See --help.')
  const { email } = values
  if (!email) throw new WrongCall('--email is needed. See --help.')
  const name = values.name ?? email.slice(0, email.lastIndexOf('@'))
  const role = readRole(values.role)
  const id = await withDatabase(async (pool) => {
    const password = await askPassword()
    return addOperator(pool, { email, name, role, password }, new Date())
  })
  console.log(`Operator ${id} was added: ${name}, ${email} (${role}).`)
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

type Pool = Awaited<ReturnType<typeof openDatabase>>['pool']

async function withDatabase<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
  const config = readConfig()
  const db = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  try {
    await prepareSchema(db.pool)
    return await work(db.pool)
  } finally {
    await db.close()
  }
}

/** What a person can act on stands alone; anything else is named as a fault. */
function sentenceOf(fault: Error): string {
  const known = [WrongCall, BadOperator, BadSettings, DataDirInUse, Differing].some((kind) => fault instanceof kind)
  return known ? fault.message : `The operator was not added: ${fault.message}`
}
