import {
  addOperator,
  OperatorCommandError,
  parseRole,
  resetSecondFactorByCommand,
} from '../server/domains/staff/command.ts'
import { runCommand, UsageError, withDatabase } from './support/command.ts'
import { askPassword, PasswordsDiffer } from './support/password.ts'

const help = `Adds an operator, who reviews receipts at the console.

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

await runCommand({
  help,
  options: ['email', 'name', 'role'],
  known: [OperatorCommandError, PasswordsDiffer],
  work: async ({ words, values: { email, ...values } }) => {
    const command = commands[words.join(' ')]
    if (!command) throw new UsageError(`The commands are: ${Object.keys(commands).join(', ')}. See --help.`)
    if (!email) throw new UsageError('--email is needed. See --help.')
    return command({ ...values, email })
  },
})

async function add({ email, ...given }: Given): Promise<string> {
  const name = given.name ?? email.slice(0, email.lastIndexOf('@'))
  const role = parseRole(given.role)
  const id = await withDatabase(async ({ pool }) => {
    const password = await askPassword()
    return addOperator(pool, { email, name, role, password }, new Date())
  })
  return `Operator ${id} was added: ${name}, ${email} (${role}).`
}

async function resetSecondFactor({ email }: Given): Promise<string> {
  const name = await withDatabase(({ pool }) => resetSecondFactorByCommand(pool, email, new Date()))
  return `The second factor of ${name} was removed.`
}
