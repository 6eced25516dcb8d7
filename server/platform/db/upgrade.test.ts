import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../tests/support/api/calls.ts'
import { totpCode } from '../../../tests/support/api/codes.ts'
import { connectCounter, cookiesOf, OWNER_PASSWORD } from '../../../tests/support/api/counters.ts'
import { emptySettings, testDatabase } from '../../../tests/support/database/database.ts'
import { testApp } from '../../../tests/support/server/app.ts'
import { readConfig } from '../../config.ts'
import { findSettlementErrors } from '../../domains/settlement/settlement-check.store.ts'
import { findLedgerErrors } from '../../domains/wallet/ledger-check.store.ts'
import { ledgerSum, listSequences, listTables } from '../export-import/export-import.store.ts'
import type { Database, Queryable } from './database.ts'
import { openDatabase } from './open-database.ts'
import { openPreparedDatabase } from './prepare.ts'
import { inTransaction } from './transaction.ts'

/**
 * A database of release 0.9.0 as pg_dump writes it, with a row in every table and a value in every column. Earlier
 * releases made a part of it: they paid for vouchers twice, and their owners were no staff yet.
 */
const RELEASE_0_9 = join(import.meta.dirname, '../../../tests/support/database/release-0.9.0.sql.gz')
/** The checksum of its migrations. */
const RELEASED_MIGRATIONS = '2f48a606f691b163ab9cb56bc04851a8c8a960b5be1f88c4d6e523aff909ef59'
/** The secrets in it are encrypted with this key. */
const APP_KEY = 'the-key-of-release-0.9.0-0123456789ab'

/** Tables and columns that later migrations renamed. */
const RENAMED = {
  disagreement_settlements: 'disagreement_closures',
  settlement_notes: 'disagreement_notes',
  picture_landmarks: 'picture_fingerprints',
  landmarks: 'keypoints',
  picture_codes: 'keypoint_codes',
  code_hashes: 'keypoint_code_hashes',
  settlement_adjustments: 'statement_adjustments',
}
const withTodaysNames = <Value>(value: Value): Value =>
  JSON.parse(
    Object.entries(RENAMED).reduce(
      (text, [from, to]) => text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to),
      JSON.stringify(value),
    ),
  )

/** What partitions by year replaced: their keys have the time. */
const REPLACED = [
  { table: 'audit_entries', rule: 'PRIMARY KEY (id)' },
  { table: 'audit_entries', rule: 'CREATE UNIQUE INDEX USING btree (id)' },
  { table: 'audit_values', rule: 'FOREIGN KEY (entry_id) REFERENCES audit_entries(id)' },
]

type Column = { table: string; column: string; definition: string }
type Rule = { table: string; rule: string }

let settings: Awaited<ReturnType<typeof emptySettings>>['settings']
let remove: () => Promise<void>
let before: Awaited<ReturnType<typeof readInstallation>>
/** The upgraded database. */
let owner: Database
const opened: Database[] = []

/** Starts this release on the database of release 0.9.0. */
beforeAll(async () => {
  ;({ settings, remove } = await emptySettings())
  const released = await openAsOwner()
  await released.pool.query(gunzipSync(await readFile(RELEASE_0_9)).toString())
  const made = await readInstallation(released.pool)
  before = { ...withTodaysNames(made), mails: made.mails }
  await closeAll()
  const prepared = await openPreparedDatabase(readConfig(settings))
  opened.push(prepared)
  owner = settings.MIGRATION_DATABASE_URL ? await openAsOwner() : prepared
})
afterAll(async () => {
  await closeAll()
  await remove()
})

/** Opens the database with the role that owns the tables. */
async function openAsOwner(): Promise<Database> {
  const db = await openDatabase({ databaseUrl: settings.MIGRATION_DATABASE_URL, dataDir: settings.DATA_DIR })
  opened.push(db)
  return db
}

const closeAll = () => Promise.all(opened.splice(0).map((db) => db.close()))

async function readInstallation(db: Queryable) {
  const columns = await listColumns(db)
  const rows: Record<string, string[]> = {}
  for (const table of new Set(columns.map((column) => column.table)))
    rows[table] = await readRows(db, `SELECT * FROM "${table}"`)
  return {
    columns,
    rows,
    rules: await listRules(db),
    sequences: await listSequences(db),
    stamps: await ledgerSum(db),
    mails: await readMailJobs(db),
    migrations: await hashMigrations(db),
  }
}

/** The rows of a query as JSON, sorted. */
async function readRows(db: Queryable, select: string): Promise<string[]> {
  const { rows } = await db.query<{ row: string }>(`SELECT row_to_json(r)::text AS row FROM (${select}) r`)
  return rows.map(({ row }) => row).sort()
}

async function listColumns(db: Queryable): Promise<Column[]> {
  const { rows } = await db.query<Column>(`
    SELECT table_name AS table, column_name AS column,
      concat_ws(' ', udt_name, is_nullable, column_default, is_identity, generation_expression) AS definition
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
    ORDER BY table_name, ordinal_position`)
  return rows
}

/** Every constraint, unique index and trigger, without its own name. */
async function listRules(db: Queryable): Promise<Rule[]> {
  const { rows } = await db.query<Rule>(`
    SELECT c.relname AS table, rules.rule FROM pg_class c JOIN (
      SELECT conrelid AS relation, pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE contype <> 'n'
      UNION ALL SELECT indrelid, regexp_replace(pg_get_indexdef(indexrelid), 'INDEX .* USING', 'INDEX USING')
        FROM pg_index WHERE indisunique
      UNION ALL SELECT tgrelid, regexp_replace(pg_get_triggerdef(oid), 'TRIGGER \\S+', 'TRIGGER')
        FROM pg_trigger WHERE NOT tgisinternal
    ) rules ON rules.relation = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'migrations'`)
  return rows
}

const readMailJobs = async (db: Queryable) =>
  (await db.query("SELECT id, data, start_after FROM pgboss.job WHERE name = 'mail'")).rows

async function hashMigrations(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ hash: string }>(
    `SELECT encode(sha256(string_agg(name || ' ' || sha256, chr(10) ORDER BY name)::bytea), 'hex') AS hash FROM migrations`,
  )
  return rows[0]?.hash ?? ''
}

/** Everything with a name, as the server describes it; columns in their order. Only new servers name NOT NULL. */
async function describeSchema(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(`
    WITH tables AS (SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p'))
    SELECT concat_ws(' ', 'TABLE', c.relname, c.reloptions, pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid),
      (SELECT string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation,
          a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)), ', ' ORDER BY a.attnum)
        FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)) AS line
    FROM tables c
    UNION ALL SELECT concat_ws(' ', 'CONSTRAINT', c.relname, conname, pg_get_constraintdef(k.oid))
      FROM pg_constraint k JOIN tables c ON c.oid = k.conrelid WHERE contype <> 'n'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT pg_get_triggerdef(g.oid) FROM pg_trigger g JOIN tables c ON c.oid = tgrelid WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL SELECT concat_ws(' ', 'SEQUENCE', seqrelid::regclass, c.relname, attname, seqstart, seqincrement, seqmax)
      FROM pg_sequence JOIN pg_depend d ON objid = seqrelid AND deptype = 'i' JOIN tables c ON c.oid = refobjid
        JOIN pg_attribute a ON a.attrelid = refobjid AND a.attnum = refobjsubid
    UNION ALL SELECT concat_ws(' ', 'VIEW', viewname, definition) FROM pg_views WHERE schemaname = 'public'`)
  return rows.map(({ line }) => line).sort()
}

test('D-62 the kept database is one of release 0.9.0, and has a row in every table and a value in every column', () => {
  expect(before.migrations).toBe(RELEASED_MIGRATIONS)
  const values = (table: string) => (before.rows[table] ?? []).map((row) => JSON.parse(row) as Record<string, unknown>)
  const empty = before.columns.filter(({ table, column }) => values(table).every((row) => row[column] === null))
  expect(Object.keys(before.rows).length).toBeGreaterThan(50)
  expect(empty.map(({ table, column }) => `${table}.${column}`)).toEqual([])
})

test('D-62 an upgrade keeps every row of every table, with the same value in each column', async () => {
  for (const [table, rows] of Object.entries(before.rows)) {
    const selected = before.columns.filter((column) => column.table === table).map(({ column }) => `"${column}"`)
    expect(await readRows(owner.pool, `SELECT ${selected.join(', ')} FROM "${table}"`), table).toEqual(rows)
  }
  expect(await readMailJobs(owner.pool)).toEqual(before.mails)
  expect(before.mails).toHaveLength(1)
})

test('D-62 an upgrade keeps the type of every column and the next id of every table', async () => {
  expect(await listColumns(owner.pool)).toEqual(expect.arrayContaining(before.columns))
  expect(await listSequences(owner.pool)).toEqual(expect.arrayContaining(before.sequences))
})

test('D-62 an upgrade keeps the sum of the ledger, which agrees with every decision', async () => {
  expect(await findLedgerErrors(owner.pool)).toEqual([])
  expect(before.stamps).toBe(10 - 4)
  expect(await ledgerSum(owner.pool)).toBe(10 - 4)
})

test('D-62 an upgrade keeps every constraint, unique index and trigger', async () => {
  expect(before.rules.length).toBeGreaterThan(200)
  const isReplaced = ({ table, rule }: Rule) => REPLACED.some((one) => one.table === table && one.rule === rule)
  const kept = before.rules.filter((rule) => !isReplaced(rule))
  expect(before.rules.length - kept.length).toBe(REPLACED.length)
  expect(await listRules(owner.pool)).toEqual(expect.arrayContaining(kept))
})

test('D-62 an upgraded database has the tables of a new one: columns in the same order, and every name', async () => {
  const fresh = await testDatabase()
  onTestFinished(() => fresh.close())
  expect(await describeSchema(owner.pool)).toEqual(await describeSchema(fresh.pool))
})

/** Tables whose rows are written once. */
const APPEND_ONLY = [
  'ledger_entries',
  'decisions',
  'decision_undos',
  'fact_corrections',
  'reversals',
  'stamp_adjustments',
  'appeal_answers',
  'audit_entries',
  'operator_grants',
  'bulk_approvals',
  'spot_check_verdicts',
  'spot_check_undos',
  'disagreement_closures',
  'filled_in_facts',
  'voucher_events',
  'late_hand_overs',
  'statement_adjustments',
  'statement_lines',
]

test('D-55 D-62 what is written once cannot be changed, even by the owner of the tables', async () => {
  const tables = await listTables(owner.pool)
  const { rows: partitions } = await owner.pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' AND relnamespace = 'public'::regnamespace",
  )
  expect(partitions.map(({ name }) => name)).toContain('audit_entries_first')
  for (const table of [...APPEND_ONLY, ...partitions.map(({ name }) => name)]) {
    const column = tables.find(({ name }) => name === table)?.fields.at(-1) ?? 'owner_id'
    for (const change of [
      `UPDATE ${table} SET ${column} = ${column}`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
    ])
      await expect(owner.pool.query(change), change).rejects.toMatchObject({ code: '42501' })
  }
  for (const change of [
    'UPDATE earning_rules SET max_stamps = 60',
    'TRUNCATE earning_rules CASCADE',
    "UPDATE audit_values SET changes = '[]'",
    'TRUNCATE audit_values',
  ])
    await expect(owner.pool.query(change), change).rejects.toMatchObject({ code: '42501' })
})

test('D-92 notes about members who had deleted their account stay deleted, and others are kept', async () => {
  const { rows } = await owner.pool.query('SELECT note FROM disagreement_notes')
  expect(rows).toEqual([{ note: 'The total can be read' }])
})

test('R-2.01 nothing is owed for a voucher of the Stampus desk that an earlier release made', async () => {
  const { rows } = await owner.pool.query('SELECT owed_sen FROM vouchers ORDER BY number')
  expect(rows.map(({ owed_sen }) => owed_sen)).toEqual([180, 180, 180, 0, 180, 180])
  const owed = owner.pool.query("UPDATE vouchers SET owed_sen = 180 WHERE number = '4'")
  await expect(owed).rejects.toThrow('vouchers_owed_to_merchant')
})

const use = (db: Queryable, voucherId: number) =>
  db.query(`INSERT INTO voucher_events (voucher_id, kind, way, phone_id, cashier_id, stamps_back, created_at)
    VALUES (${voucherId}, 'used', 'counter', 1, 1, false, now())`)
const refused = { constraint: 'vouchers_one_settlement' }

test('R-4.06 what an earlier release paid twice for is no contradiction, and is not paid for again; what it left ready is ended without its stamps', async () => {
  expect(await findSettlementErrors(owner.pool)).toEqual([])
  await expect(use(owner.pool, 2)).rejects.toMatchObject(refused)
  const { rows } = await owner.pool.query(`SELECT v.state, e.kind, e.stamps_back, r.reason
    FROM vouchers v JOIN voucher_events e ON e.voucher_id = v.id LEFT JOIN voucher_reasons r ON r.event_id = e.id
    WHERE v.id = 3 ORDER BY e.id DESC LIMIT 1`)
  const reason = 'It was handed over, as its merchant reported later.'
  expect(rows).toEqual([{ state: 'voided', kind: 'voided', stamps_back: false, reason }])
})

test('R-4.06 a copy of an installation whose earlier release paid twice can be imported', async () => {
  const undone = new Error('undone')
  const importing = inTransaction(owner.pool, async (tx) => {
    await tx.query("UPDATE vouchers SET earlier_settlements = 2 WHERE number = '4'")
    for (const _ of ['paid', 'paid again']) await use(tx, 4)
    await expect(use(tx, 4)).rejects.toMatchObject(refused)
    throw undone
  })
  await expect(importing).rejects.toBe(undone)
})

test('D-62 R-4.01 an upgrade keeps one account of an operator and an owner with one address, and what each signs in with', async () => {
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

test('D-62 after an upgrade the server starts, and a member logs in and sees stamps and receipts', async () => {
  await closeAll()
  const server = await testApp({ RECEIPT_OCR: 'off' }, await openPreparedDatabase(readConfig(settings)))
  onTestFinished(() => server.close())
  const login = { email: 'aisyah@student.campus.edu.my', password: 'Kopi-0-kosong', device_mark: 'this browser' }
  const session = await connect(server)<{ user: { name: string }; token: string }>('POST', '/login', login)
  expect([session.status, session.user.name]).toEqual([200, 'Aisyah “Ayu” 😀'])
  const call = connect(server, { headers: { authorization: `Bearer ${session.token}` } })
  const read = async (path: string) => (await call<{ data: unknown }>('GET', path)).data
  expect(await read('/wallet')).toEqual({ stamp_balance: 1, available: 1, pending_stamps: 1 })
  expect(await read('/submissions')).toMatchObject([
    { id: 3, status: 'pending' },
    { id: 2, status: 'rejected', rejection_reason: 'The picture is not readable' },
    { id: 1, status: 'approved', stamps: 2 },
  ])
})

/** Owners with a second factor: one only an owner, one with the address of an operator. */
const ownersWithFactor = [
  { id: 1, name: 'Siti', email: 's@shop.example' },
  { id: 2, name: 'Aisyah', email: 'aisyah@shop.example' },
]
const FACTOR = 'a secret of 20 bytes'

test('D-50 D-62 R-4.01 after an upgrade owners sign in to the counter with their password and the second factor that they had', async () => {
  await closeAll()
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
