import { randomBytes, randomInt } from 'node:crypto'
import { PIN_DIGITS } from '@stampus/contract/limits'
import { nameKey } from '@stampus/contract/values/names'
import { InvalidSettings } from '../server/config.ts'
import type { Deps } from '../server/deps.ts'
import { removePhonesOf, updateCashier } from '../server/domains/counters/phones/phones.store.ts'
import type { Queryable } from '../server/platform/db/database.ts'
import { inTransaction } from '../server/platform/db/transaction.ts'
import { isLoopback } from '../server/platform/http/guards/hosts.ts'
import { hashPassword, verifyPassword } from '../server/platform/security/passwords.ts'
import { demoCashier, demoMembers, demoOperators, demoOwner } from './content.ts'
import { type History, startHistory } from './history.ts'
import { findDemoCashier, findDemoOwner, readDemoAccounts, replaceDemoPassword } from './seed.store.ts'
import { seedDemo } from './seed.ts'

/** Who can sign in to the demo; `name` is an email or the cashier. `password` is undefined where it was changed. */
export type DemoLogins = readonly { who: string; name: string; password: string | undefined }[]

const people = [...demoMembers, ...demoOperators, demoOwner]

/**
 * Fills a new embedded database with the demo and returns what finds its logins: comparing them with stored passwords takes
 * long, and the server may serve meanwhile. In production it throws `InvalidSettings` when the database has demo accounts.
 * Demo passwords are random when other machines can reach the server.
 */
export async function prepareDemo(deps: Deps): Promise<() => Promise<DemoLogins>> {
  if (deps.config.production) return rejectDemoAccounts(deps)
  if (deps.db.engine !== 'embedded') return noLogins
  const passwords = isLoopback(deps.config.HOST) ? publicPasswords() : randomPasswords()
  const isNew = await seedDemo(deps, { passwords })
  if (!isNew && !isLoopback(deps.config.HOST)) await replacePublicPasswords(deps, passwords)
  return () => findLogins(deps, passwords)
}

const noLogins = async () => []

/** Starts adding the demo's submissions while the server runs. */
export function startDemoHistory(deps: Deps, demo: DemoLogins): History | undefined {
  if (demo.length === 0) return undefined
  const history = startHistory(deps)
  history.finished.catch((error) => console.error('Could not finish the demo history:', error))
  return history
}

type Passwords = Readonly<Record<string, string>>

async function rejectDemoAccounts(deps: Deps): Promise<typeof noLogins> {
  const accounts = await readDemoAccounts(deps.db.pool)
  if (accounts.length > 0)
    throw new InvalidSettings('DATABASE_URL: this database holds demo accounts and cannot be used in production.')
  return noLogins
}

/** The passwords that README and the start page show. */
export function publicPasswords(): Passwords {
  return {
    ...Object.fromEntries(people.map(({ email, password }) => [email, password])),
    [demoCashier.name]: demoCashier.pin,
  }
}

function randomPasswords(): Passwords {
  return {
    ...Object.fromEntries(people.map(({ email }) => [email, `Aa1-${randomBytes(12).toString('base64url')}`])),
    [demoCashier.name]: String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0'),
  }
}

/** A data folder first used on the loopback address still has the public demo passwords, and sessions and phones made with them. */
async function replacePublicPasswords(deps: Deps, passwords: Passwords): Promise<void> {
  const publicOnes = publicPasswords()
  const isPublic = (name: string, hash: string) => matches(hash, publicOnes[name])
  for (const { email, password_hash } of await readDemoAccounts(deps.db.pool)) {
    const replacement = passwords[email]
    if (!replacement || !(await isPublic(email, password_hash))) continue
    const hash = await hashPassword(replacement)
    await inTransaction(deps.db.pool, async (tx) => {
      await replaceDemoPassword(tx, email, hash)
      if (email === demoOwner.email) await removeDemoPhones(tx, deps.now())
    })
  }
  const cashier = await findDemoCashier(deps.db.pool)
  const pin = cashier && passwords[cashier.name]
  if (!cashier || !pin || !(await isPublic(cashier.name, cashier.pin_hash))) return
  const pinHash = await hashPassword(pin)
  const { id, name } = cashier
  await inTransaction(deps.db.pool, (tx) => updateCashier(tx, { id, name, nameKey: nameKey(name), pinHash }))
}

async function removeDemoPhones(tx: Queryable, now: Date): Promise<void> {
  const ownerId = await findDemoOwner(tx)
  if (ownerId !== undefined) await removePhonesOf(tx, { ownerId, keptMerchants: [], now })
}

async function findLogins(deps: Deps, passwords: Passwords): Promise<DemoLogins> {
  const accounts = new Map(
    (await readDemoAccounts(deps.db.pool)).map((account) => [account.email, account.password_hash]),
  )
  const shown = [
    { who: 'Member', person: demoMembers[0] },
    ...demoOperators.map((person) => ({ who: person.role === 'manager' ? 'Manager' : 'Reviewer', person })),
    { who: 'Owner', person: demoOwner },
  ]
  const found = []
  for (const { who, person } of shown) {
    const stored = person && accounts.get(person.email)
    if (person && stored) found.push(await presentLogin(who, person.email, stored, passwords))
  }
  const cashier = await findDemoCashier(deps.db.pool)
  if (cashier) found.push(await presentLogin('Cashier', cashier.name, cashier.pin_hash, passwords))
  return found
}

async function presentLogin(who: string, name: string, storedHash: string, passwords: Passwords) {
  const password = passwords[name]
  return { who, name, password: (await matches(storedHash, password)) ? password : undefined }
}

async function matches(stored: string, password: string | undefined): Promise<boolean> {
  return password !== undefined && verifyPassword(stored, password)
}
