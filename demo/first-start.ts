import { randomBytes } from 'node:crypto'
import { BadSettings } from '../server/config.ts'
import type { Deps } from '../server/deps.ts'
import { inTransaction } from '../server/platform/db/transaction.ts'
import { isLoopback } from '../server/platform/http/guards/loopback.ts'
import { hashPassword, isPassword } from '../server/platform/security/passwords.ts'
import { type History, startHistory } from './history.ts'
import { demoMembers, demoOperators } from './people.ts'
import { demoAccounts, replaceDemoPassword } from './seed.store.ts'
import { seedDemo } from './seed.ts'

/** Who can sign in to the demo. Without a `password` it is no longer the demo's own. */
export type DemoSignIns = readonly { who: string; email: string; password: string | undefined }[]

const people = [...demoMembers, ...demoOperators]

/**
 * Fills a new embedded database with the demo and answers its sign-ins (D-60, D-69); in production it refuses a
 * database that holds demo accounts. Where others can reach the server, demo passwords are random.
 */
export async function prepareDemo(deps: Deps): Promise<DemoSignIns> {
  if (deps.config.production) return refuseDemo(deps)
  if (deps.db.engine !== 'embedded') return []
  const passwords = isLoopback(deps.config.HOST) ? knownPasswords() : randomPasswords()
  const isNew = await seedDemo(deps, { passwords })
  if (!isNew && !isLoopback(deps.config.HOST)) await replaceKnownPasswords(deps, passwords)
  return signIns(deps, passwords)
}

/** Sends what the demo members have sent, beside the running server. */
export function tellHistory(deps: Deps, demo: DemoSignIns): History | undefined {
  if (demo.length === 0) return undefined
  const history = startHistory(deps)
  history.finished.catch((fault) => console.error('The demo history could not be finished:', fault))
  return history
}

type Passwords = Readonly<Record<string, string>>

async function refuseDemo(deps: Deps): Promise<DemoSignIns> {
  const accounts = await demoAccounts(deps.db.pool)
  if (accounts.length > 0)
    throw new BadSettings('DATABASE_URL: this database holds demo accounts and cannot be used in production.')
  return []
}

function knownPasswords(): Passwords {
  return Object.fromEntries(people.map(({ email, password }) => [email, password]))
}

function randomPasswords(): Passwords {
  return Object.fromEntries(people.map(({ email }) => [email, `Aa1-${randomBytes(12).toString('base64url')}`]))
}

/** A folder first used on the loopback address still has the passwords that everybody can read in this project, and sessions made with them. */
async function replaceKnownPasswords(deps: Deps, passwords: Passwords): Promise<void> {
  const known = knownPasswords()
  for (const { email, password_hash } of await demoAccounts(deps.db.pool)) {
    const replacement = passwords[email]
    if (!replacement || !(await fits(password_hash, known[email]))) continue
    const hash = await hashPassword(replacement)
    await inTransaction(deps.db.pool, (tx) => replaceDemoPassword(tx, email, hash))
  }
}

async function signIns(deps: Deps, passwords: Passwords): Promise<DemoSignIns> {
  const accounts = new Map((await demoAccounts(deps.db.pool)).map((account) => [account.email, account.password_hash]))
  const shown = [
    { who: 'Member', person: demoMembers[0] },
    ...demoOperators.map((person) => ({ who: person.role === 'manager' ? 'Manager' : 'Reviewer', person })),
  ]
  const found = []
  for (const { who, person } of shown) {
    const stored = person && accounts.get(person.email)
    if (!person || !stored) continue
    const password = passwords[person.email]
    found.push({ who, email: person.email, password: (await fits(stored, password)) ? password : undefined })
  }
  return found
}

async function fits(stored: string, password: string | undefined): Promise<boolean> {
  return password !== undefined && isPassword(stored, password)
}
