import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { full, printFigures } from '../../stress/profile.ts'
import type { TestApp } from '../../support/server/app.ts'
import { engines, startAccountsServer } from './environment.ts'
import { type LinkKind, linkKinds } from './link-kinds.ts'
import { mutationsOf } from './link-mutations.ts'

const AT_ONCE = 50
/** Links of the other kinds are signed by the same function. */
const sample = /^(?!bit)|^bit (1|32|128) /

type Comparing = (given: string, expected: string) => boolean
const injected = vi.hoisted(() => ({ comparing: undefined as Comparing | undefined }))
vi.mock('../../../server/platform/security/crypto.ts', async (load) => {
  const real = await load<typeof import('../../../server/platform/security/crypto.ts')>()
  const constantTimeEqual: Comparing = (given, expected) =>
    (injected.comparing ?? real.constantTimeEqual)(given, expected)
  return { ...real, constantTimeEqual }
})

const kinds = Object.entries(linkKinds)
/** Tries every mutation of a new link, or those that match `only`; returns which were accepted. */
async function tryAll(server: TestApp, kind: LinkKind, only = /^/) {
  const { link, sessions } = await kind.mail(server)
  // In the same second, the other link would differ in fewer parts.
  server.travel(7000)
  const mutations = mutationsOf(link, (await kind.mail(server)).link).filter(({ what }) => only.test(what))
  const accepted: string[] = []
  const statuses = new Set<number>()
  for (const { what, link: wrong } of mutations) {
    const { status, token } = await kind.open(server, wrong)
    statuses.add(status)
    if (status < 400 || token) accepted.push(what)
  }
  return { link, sessions, accepted, tried: mutations.length, statuses: [...statuses].sort() }
}

describe.each(engines)('%s', (engine) => {
  let server: TestApp

  beforeAll(async () => {
    server = await startAccountsServer(engine)
  })
  afterAll(() => server?.close())

  test.runIf(engine === engines[0]).each(kinds)(
    'D-23 D-25 S-4.09 no link for %s is accepted with a flipped bit, reordered parts or another spelling',
    async (name, kind) => {
      const { link, accepted, tried, statuses, sessions } = await tryAll(
        server,
        kind,
        full || name === 'verification' ? /^/ : sample,
      )
      printFigures(`Forged links, ${name}`, { tried, accepted: accepted.length, statuses: statuses.join(' ') })
      expect(accepted).toEqual([])
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      expect(await sessions(server)).toBe(0)
      expect((await kind.open(server, link)).status).toBe(200)
    },
  )

  test.each(kinds)(
    `D-23 D-25 of ${AT_ONCE} simultaneous uses of one link for %s only one counts`,
    async (name, kind) => {
      const { link, sessions } = await kind.mail(server)
      const uses = await Promise.all(Array.from({ length: AT_ONCE }, () => kind.open(server, link)))
      const counted = uses.filter(({ status, token }) => status === 200 && (name !== 'verification' || token)).length
      printFigures(`Uses of one link at once, ${name}, ${engine}`, {
        uses: AT_ONCE,
        counted,
        sessions: await sessions(server),
      })
      expect({ counted, sessions: await sessions(server) }).toEqual(kind.once)
      expect(uses.filter(({ status }) => status >= 500)).toEqual([])
    },
  )
})

describe('injected faults', () => {
  const careless: Record<string, Comparing> = {
    'that compares bytes instead of characters': (given, expected) =>
      Buffer.from(given, 'hex').equals(Buffer.from(expected, 'hex')),
    'that compares only the beginning': (given, expected) => given.slice(0, 20) === expected.slice(0, 20),
    'that accepts an empty signature': (given, expected) => given === expected || given === '',
  }
  let server: TestApp

  beforeAll(async () => {
    server = await startAccountsServer()
  })
  afterAll(() => server?.close())

  test.each(Object.entries(careless))('D-23 the test notices a comparison %s', async (_, comparing) => {
    injected.comparing = comparing
    const { accepted } = await tryAll(server, linkKinds.verification, /^signature|of signature 3/)
    injected.comparing = undefined
    expect(accepted.length).toBeGreaterThan(0)
  })

  test.runIf(engines[0] === 'postgres')('D-23 the test notices a member who is read without a lock', async () => {
    const { link } = await linkKinds.verification.mail(server)
    const restore = await readTogether(server, 2)
    const uses = await Promise.all([1, 2].map(() => linkKinds.verification.open(server, link)))
    restore()
    // Either use may end the session of the other. What must not happen is that both are accepted.
    expect(uses.filter(({ token }) => token)).toHaveLength(2)
  })
})

const ADDRESS_LOCK = 'SELECT pg_advisory_xact_lock($1, hashtext($2))'

/** Removes the locks on the member and on the address, and holds every reader until all have read. */
async function readTogether({ deps }: TestApp, readers: number) {
  const connection = await deps.db.pool.connect()
  connection.release()
  const prototype = Object.getPrototypeOf(connection)
  const { query } = prototype
  const gate = Promise.withResolvers<void>()
  let read = 0
  const unlocked = async function (this: object, statement: { text?: string }, ...more: unknown[]) {
    if (statement.text === ADDRESS_LOCK) return { rows: [], rowCount: 0 }
    const text = statement.text?.replace('FOR NO KEY UPDATE OF u', '')
    if (text === undefined || text === statement.text) return Reflect.apply(query, this, [statement, ...more])
    const rows = await Reflect.apply(query, this, [{ ...statement, text }, ...more])
    read += 1
    if (read === readers) gate.resolve()
    await gate.promise
    return rows
  }
  Object.assign(prototype, { query: unlocked })
  return () => Object.assign(prototype, { query })
}
