import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { totpCode } from '../../../tests/support/api/codes.ts'
import { connectCounter, cookiesOf, OWNER_PASSWORD } from '../../../tests/support/api/counters.ts'
import { emptySettings } from '../../../tests/support/database/database.ts'
import { testApp } from '../../../tests/support/server/app.ts'
import { readConfig } from '../../config.ts'
import { deriveKey, encryptSecret } from '../security/crypto.ts'
import { hashPassword } from '../security/passwords.ts'
import type { Database, Queryable } from './database.ts'
import { openDatabase } from './open-database.ts'
import { openPreparedDatabase, type Preparation } from './prepare.ts'

/** Owners of the later release: one only an owner, one with the address of an operator. */
const ownersWithFactor = [
  { id: 1, name: 'Siti', email: 's@shop.example' },
  { id: 2, name: 'Aisyah', email: 'aisyah@shop.example' },
]
const FACTOR = 'a secret of 20 bytes'

let settings: Awaited<ReturnType<typeof emptySettings>>['settings']
let remove: () => Promise<void>
/** The upgraded database. */
let owner: Database
const opened: Database[] = []

/** Starts earlier releases, in which owners were no staff, and this one on a database with all kinds of owners. */
beforeAll(async () => {
  ;({ settings, remove } = await emptySettings())
  const releases = [
    ['previous', '025-notes-of-deleted-members.sql'],
    ['later', '044-further-names.sql'],
  ] as const
  for (const [name, through] of releases) {
    const { pool } = await openRelease({ through })
    const data = join(import.meta.dirname, `../../../tests/support/database/${name}-release.sql`)
    await pool.query(await readFile(data, 'utf8'))
    if (name === 'later') await encryptFactors(pool)
    await closeAll()
  }
  owner = await openRelease()
})
afterAll(async () => {
  await closeAll()
  await remove()
})

/** Prepares the database as a starting server does and returns it with the role that owns the tables. */
async function openRelease(preparation: Preparation = {}): Promise<Database> {
  const db = await openPreparedDatabase(readConfig(settings), preparation)
  opened.push(db)
  if (!settings.MIGRATION_DATABASE_URL) return db
  const asOwner = await openDatabase({ databaseUrl: settings.MIGRATION_DATABASE_URL, dataDir: settings.DATA_DIR })
  opened.push(asOwner)
  return asOwner
}

const closeAll = () => Promise.all(opened.splice(0).map((db) => db.close()))

/** Gives owners of the later release a password, and second factors that are encrypted as it did. */
async function encryptFactors(db: Queryable): Promise<void> {
  const key = deriveKey(readConfig(settings).APP_KEY, 'owner-second-factor')
  for (const { id } of ownersWithFactor) {
    const secret = encryptSecret(key, String(id), Buffer.from(FACTOR))
    await db.query({ text: 'UPDATE owner_second_factors SET secret = $2 WHERE owner_id = $1', values: [id, secret] })
    const password = await hashPassword(OWNER_PASSWORD)
    await db.query({ text: 'UPDATE owners SET password_hash = $2 WHERE id = $1', values: [id, password] })
  }
}

test('D-62 R-4.01 an upgrade makes one account of an operator and an owner with one address, and keeps what each signs in with', async () => {
  const { rows } = await owner.pool.query(`
    SELECT s.name, s.role, s.language, s.is_active, f.added_at IS NOT NULL AS factor, f.bound_to_owner AS of,
      array(SELECT convert_from(code_hash, 'UTF8') FROM staff_recovery_codes c WHERE c.staff_id = s.id) AS codes,
      array(SELECT app || ' ' || convert_from(token_hash, 'UTF8') FROM staff_sessions e WHERE e.staff_id = s.id) AS sessions,
      array(SELECT app || ' ' || convert_from(device_hash, 'UTF8') FROM staff_trusted_devices d WHERE d.staff_id = s.id) AS devices,
      array(SELECT app || ' ' || id FROM staff_links l WHERE l.staff_id = s.id ORDER BY 1) AS links,
      array(SELECT app || ' ' || convert_from(token_hash, 'UTF8') FROM staff_pending_sign_ins w WHERE w.staff_id = s.id) AS waiting
    FROM staff s LEFT JOIN staff_second_factors f ON f.staff_id = s.id WHERE s.is_owner ORDER BY s.name`)
  const own = (name: string) => ({ sessions: [`counter session of ${name}`], devices: [`counter device of ${name}`] })
  const none = { factor: false, of: null, codes: [], links: [], waiting: [] }
  const [active, removed] = [
    { ...none, is_active: true },
    { ...none, is_active: false, sessions: [], devices: [] },
  ]
  const factor = (name: string, id: number) => ({ factor: true, of: id, codes: [`code of ${name}`] })
  const [aisyah, chong] = ['Aisyah of the shop', 'Chong of the shop']
  const signIn = { sessions: [], devices: [], waiting: ['counter sign-in of Siti'] }
  expect(rows).toEqual([
    {
      ...active,
      name: 'Aisyah',
      role: 'reviewer',
      language: 'ms',
      ...own(aisyah),
      ...factor(aisyah, 2),
      links: ['console 2', 'counter 1'],
    },
    { ...active, name: 'Bala', role: 'manager', language: 'ms', ...own('Bala of the shop'), factor: true },
    { ...active, name: 'Chong', role: 'reviewer', language: 'en', ...own(chong), ...factor(chong, 4) },
    { ...active, name: 'Devi', role: 'owner', language: 'en', ...own('Devi'), of: 5 },
    { ...removed, name: 'Eng', role: 'owner', language: 'en' },
    { ...active, name: 'Farah', role: 'owner', language: 'ms', sessions: [], devices: [], links: ['counter 2'] },
    { ...active, name: 'Siti', role: 'owner', language: 'en', ...signIn, ...factor('Siti', 1) },
  ])
})

test('D-55 D-62 R-6.02 an upgrade keeps which owner did, accepted, disputed or was mailed what', async () => {
  const names = (id: string) => `(SELECT name FROM owners WHERE id = ${id})`
  const { rows } = await owner.pool.query(`SELECT
    (SELECT array_agg(${names('enrolled_by')} ORDER BY id) FROM phones) AS phones,
    (SELECT array_agg(${names('owner_id')}) FROM phone_enrolments) AS enrolments,
    (SELECT array_agg(${names('owner_id')}) FROM audit_entries WHERE owner_id IS NOT NULL) AS did,
    (SELECT array_agg(${names('subject_id')} ORDER BY id) FROM audit_entries WHERE subject_kind = 'owner') AS done_to,
    (SELECT array_agg(subject_id) FROM audit_entries WHERE subject_kind = 'merchant' AND action = 'merchant.changed' AND operator_id = 2) AS others,
    (SELECT array_agg(${names('subject_id')} ORDER BY id) FROM failed_mails WHERE kind = 'owner-second-factor-reset') AS failed,
    (SELECT array_agg(${names('accepted_by')}) FROM statements) AS accepted,
    (SELECT array_agg(${names('owner_id')}) FROM line_disputes) AS disputed,
    (SELECT array_agg(${names('owner_id')} ORDER BY id) FROM statement_mails) AS mailed,
    array(SELECT o.name FROM owner_merchants w JOIN owners o ON o.id = w.owner_id ORDER BY o.name) AS held`)
  const all = ['Siti', 'Aisyah', 'Bala', 'Chong', 'Devi', 'Farah']
  expect(rows).toEqual([
    {
      phones: ['Siti', 'Bala'],
      enrolments: ['Chong'],
      did: ['Aisyah'],
      done_to: ['Aisyah', 'Eng'],
      others: expect.arrayContaining([3]),
      failed: ['Bala', 'Siti'],
      accepted: ['Chong'],
      disputed: ['Devi'],
      mailed: all,
      held: [...all].sort(),
    },
  ])
})

test('D-50 D-62 R-4.01 after an upgrade owners sign in to the counter with their password and the second factor that they had', async () => {
  await closeAll()
  const { APP_KEY } = readConfig(settings)
  const server = await testApp({ RECEIPT_OCR: 'off', APP_KEY }, await openPreparedDatabase(readConfig(settings)))
  onTestFinished(() => server.close())
  const code = totpCode(new Secret({ buffer: new Uint8Array(Buffer.from(FACTOR)).buffer }).base32, server.deps.now())
  for (const { email, name } of ownersWithFactor) {
    const given = { email, password: OWNER_PASSWORD }
    const first = await connectCounter(server)('POST', '/owner/session', given)
    expect([first.status, first.data]).toEqual([200, null])
    const second = connectCounter(server, { headers: cookiesOf(first.set) })
    expect(await second('POST', '/owner/session/code', { code })).toMatchObject({ status: 200, data: { name, email } })
  }
})
