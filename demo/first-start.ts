import { randomBytes } from 'node:crypto'
import { InvalidSettings } from '../server/config.ts'
import type { Deps } from '../server/deps.ts'
import { inTransaction } from '../server/platform/db/transaction.ts'
import { isLoopback } from '../server/platform/http/guards/hosts.ts'
import { hashPassword, verifyPassword } from '../server/platform/security/passwords.ts'
import { type History, startHistory } from './history.ts'
import { demoMembers, demoOperators } from './people.ts'
import { readDemoAccounts, replaceDemoPassword } from './seed.store.ts'
import { seedDemo } from './seed.ts'

/** The accounts of the demo. `password` is undefined where it was changed. */
export type DemoLogins = readonly { who: string; email: string; password: string | undefined }[]

const people = [...demoMembers, ...demoOperators]

/**
 * Fills a new embedded database with the demo and returns its logins. In production it throws `InvalidSettings` when the
 * database has demo accounts. Demo passwords are random when other machines can reach the server.
 */
export async function prepareDemo(deps: Deps): Promise<DemoLogins> {
  if (deps.config.production) return rejectDemoAccounts(deps)
  if (deps.db.engine !== 'embedded') return []
  const passwords = isLoopback(deps.config.HOST) ? publicPasswords() : randomPasswords()
  const isNew = await seedDemo(deps, { passwords })
  if (!isNew && !isLoopback(deps.config.HOST)) await replacePublicPasswords(deps, passwords)
  return findLogins(deps, passwords)
}

/** Starts adding the demo's submissions while the server runs. */
export function startDemoHistory(deps: Deps, demo: DemoLogins): History | undefined {
  if (demo.length === 0) return undefined
  const history = startHistory(deps)
  history.finished.catch((error) => console.error('Could not finish the demo history:', error))
  return history
}

type Passwords = Readonly<Record<string, string>>

async function rejectDemoAccounts(deps: Deps): Promise<DemoLogins> {
  const accounts = await readDemoAccounts(deps.db.pool)
  if (accounts.length > 0)
    throw new InvalidSettings('DATABASE_URL: this database holds demo accounts and cannot be used in production.')
  return []
}

function publicPasswords(): Passwords {
  return Object.fromEntries(people.map(({ email, password }) => [email, password]))
}

function randomPasswords(): Passwords {
  return Object.fromEntries(people.map(({ email }) => [email, `Aa1-${randomBytes(12).toString('base64url')}`]))
}

/** A data folder first used on the loopback address still has the public demo passwords and sessions made with them. */
async function replacePublicPasswords(deps: Deps, passwords: Passwords): Promise<void> {
  const publicOnes = publicPasswords()
  for (const { email, password_hash } of await readDemoAccounts(deps.db.pool)) {
    const replacement = passwords[email]
    if (!replacement || !(await matches(password_hash, publicOnes[email]))) continue
    const hash = await hashPassword(replacement)
    await inTransaction(deps.db.pool, (tx) => replaceDemoPassword(tx, email, hash))
  }
}

async function findLogins(deps: Deps, passwords: Passwords): Promise<DemoLogins> {
  const accounts = new Map(
    (await readDemoAccounts(deps.db.pool)).map((account) => [account.email, account.password_hash]),
  )
  const shown = [
    { who: 'Member', person: demoMembers[0] },
    ...demoOperators.map((person) => ({ who: person.role === 'manager' ? 'Manager' : 'Reviewer', person })),
  ]
  const found = []
  for (const { who, person } of shown) {
    const stored = person && accounts.get(person.email)
    if (!person || !stored) continue
    const password = passwords[person.email]
    found.push({ who, email: person.email, password: (await matches(stored, password)) ? password : undefined })
  }
  return found
}

async function matches(stored: string, password: string | undefined): Promise<boolean> {
  return password !== undefined && verifyPassword(stored, password)
}
