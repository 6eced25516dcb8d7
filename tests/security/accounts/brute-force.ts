import { type Random, seededRandom } from '../../stress/support/seeded-random.ts'
import type { TestApp } from '../../support/server/app.ts'
import type { LoginForm } from './login-forms.ts'

const HOUR = 3_600_000
const AT_ONCE = 20

/** A password that was compared with a stored hash, and when, by the server's clock. */
export type Comparison = { stored: string; given: string; at: number }
type BruteForceOptions = { hours: number; guesses: number; compared: Comparison[] }

/** Spellings that count as the same address, and look-alikes, which are this address or no one's. */
const sameAddress: ((email: string) => string)[] = [
  (email) => email,
  (email) => email.toUpperCase(),
  (email) => ` \t${email}\n`,
  (email) => email.replace('@', '+guess@'),
  (email) => email.replace('@', '+a+b+C@'),
  (email) => email.replace('@', '+@'),
  (email) => [...email].map((sign, at) => (at % 2 ? sign.toUpperCase() : sign)).join(''),
]
const lookAlikes: ((email: string) => string)[] = [
  (email) => email.replace('e', 'е'),
  (email) => email.replace('o', 'ο'),
  (email) => email.replace('@', '＠'),
  (email) => email.replace('.', '。'),
  (email) => email.replace('m', 'ｍ'),
  (email) => email.replace('s', 'ſ'),
  (email) => email.replace('k', '\u212a'),
  (email) => email.replace('i', 'İ'),
  (email) => email.replace('c', 'c\u0301'),
  (email) => email.replace('@', '\u200b@'),
  (email) => email.replace('@', '\u0000@'),
  (email) => `${email}.`,
  (email) => `${email}\u202e`,
]

/** Guesses at one account, with every spelling and source address, while its owner logs in from a known browser. */
export async function bruteForce(server: TestApp, form: LoginForm, { hours, guesses, compared }: BruteForceOptions) {
  const random = seededRandom(`attack ${form.scope}`)
  const owner = await form.owner(server)
  // A browser stores what each login gives it.
  let { mark } = await form.attempt(server, { ...owner, from: '10.1.1.1' })
  const { stored } = compared.at(-1) ?? {}
  const guessed = compared.length
  const comparedWithOwner = () => compared.slice(guessed).filter((one) => one.stored === stored && isGuess(one))
  const statuses = new Map<number, number>()
  const rejectedOwner: number[] = []
  const perHour: number[] = []
  let ownerLogins = 0
  for (let hour = 0; hour < hours; hour += 1) {
    const before = comparedWithOwner().length
    const rounds = Math.ceil(guesses / hours / AT_ONCE)
    for (let round = 0; round < rounds; round += 1) {
      const burst = Array.from({ length: AT_ONCE }, () => form.attempt(server, newGuess(random, owner.email)))
      for (const { status } of await Promise.all(burst)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const login = await form.attempt(server, { ...owner, mark, from: '10.1.1.1' })
      mark = login.mark
      if (login.status === 200) ownerLogins += 1
      else rejectedOwner.push(login.status)
      server.travel((HOUR * 0.9) / rounds)
    }
    perHour.push(comparedWithOwner().length - before)
    // Past the end of the window, which began with the first guess of this hour.
    server.travel(HOUR * 0.2)
  }
  const comparedWithNobody = compared.slice(guessed).filter(isGuess).length - comparedWithOwner().length
  return {
    statuses,
    rejectedOwner,
    perHour,
    ownerLogins,
    comparedWithNobody,
    worstHour: worstHour(comparedWithOwner()),
  }
}

const isGuess = ({ given }: Comparison) => given.startsWith('Guess-')

function newGuess(random: Random, email: string) {
  // One guess in five uses a look-alike.
  const spell = random.pick(random.below(5) === 0 ? lookAlikes : sameAddress)
  const mark = random.below(3) === 0 ? `made-up-mark-${random.below(1e9)}-`.padEnd(43, 'x') : undefined
  return {
    email: spell(email),
    password: `Guess-${random.below(1e9)}`,
    from: newAddress(random),
    ...(mark && { mark }),
  }
}

function newAddress(random: Random): string {
  const byte = () => random.below(250) + 1
  const v4 = `100.${byte()}.${byte()}.${byte()}`
  const v6 = `2001:db8:${byte()}:${byte()}::${byte()}`
  return random.pick([v4, v4, v6, `::ffff:${v4}`])
}

/** How many guesses were compared in the worst 60 minutes, wherever they begin. */
function worstHour(compared: Comparison[]): number {
  const times = compared.map(({ at }) => at)
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + HOUR).length))
}
