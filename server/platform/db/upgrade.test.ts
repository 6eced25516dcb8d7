import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../tests/support/api/calls.ts'
import { emptySettings } from '../../../tests/support/database/database.ts'
import { testApp } from '../../../tests/support/server/app.ts'
import { readConfig } from '../../config.ts'
import { findSettlementErrors } from '../../domains/settlement/settlement-check.store.ts'
import { findLedgerErrors } from '../../domains/wallet/ledger-check.store.ts'
import { ledgerSum, listSequences, listTables } from '../export-import/export-import.store.ts'
import type { Database, Queryable } from './database.ts'
import { openDatabase } from './open-database.ts'
import { openPreparedDatabase, type Preparation } from './prepare.ts'
import { inTransaction } from './transaction.ts'

/** The last migration of the previous release, and the checksum of all its migrations as they have run on databases. */
const PREVIOUS_RELEASE = '025-notes-of-deleted-members.sql'
const RELEASED_MIGRATIONS = '59a2eade6c4c5712563d1e1d34764bf9f4cecbf74f2815c201f08f443fbcbf7f'
const dataOf = (release: 'previous' | 'later') =>
  readFile(join(import.meta.dirname, `../../../tests/support/database/${release}-release.sql`), 'utf8')

/** What the migrations since then have renamed. */
const RENAMED_TABLES: Record<string, string> = {
  device_marks: 'trusted_devices',
  operator_device_marks: 'staff_trusted_devices',
  operators: 'staff',
  operator_sessions: 'staff_sessions',
  operator_links: 'staff_links',
  pending_sign_ins: 'staff_pending_sign_ins',
  second_factors: 'staff_second_factors',
  recovery_codes: 'staff_recovery_codes',
  deleted_account_marks: 'deleted_accounts',
  corrections: 'fact_corrections',
  stamp_corrections: 'stamp_adjustments',
  mail_failures: 'failed_mails',
  readings: 'receipt_ocr',
  reading_numbers: 'receipt_numbers',
  reading_twins: 'receipt_duplicates',
  readings_ahead: 'ocr_previews',
}
const RENAMED_COLUMNS: Record<string, Record<string, string>> = {
  device_marks: { mark_hash: 'device_hash' },
  operator_device_marks: { mark_hash: 'device_hash', operator_id: 'staff_id' },
  operators: {
    password_hash: 'console_password_hash',
    removed_at: 'console_removed_at',
    last_seen_at: 'console_seen_at',
  },
  operator_sessions: { operator_id: 'staff_id' },
  operator_links: { operator_id: 'staff_id' },
  pending_sign_ins: { operator_id: 'staff_id' },
  second_factors: { operator_id: 'staff_id' },
  recovery_codes: { operator_id: 'staff_id' },
  submissions: { handed_on: 'escalated' },
  ledger_entries: { stamp_correction_id: 'stamp_adjustment_id' },
  mail_failures: { refusal: 'reason' },
  readings: { reader: 'ocr_version', reading: 'result', fits: 'matches' },
  reading_twins: { twin_id: 'duplicate_id' },
  readings_ahead: { reader: 'ocr_version', reading: 'result' },
}
const newTable = (table: string) => RENAMED_TABLES[table] ?? table
const newColumn = (table: string, column: string) => RENAMED_COLUMNS[table]?.[column] ?? column

type Column = { table: string; column: string; definition: string }
type Rule = { table: string; rule: string }

/** The last migration before a voucher was paid for once. */
const BEFORE_ONE_SETTLEMENT = '044-further-names.sql'
/** The tables of the previous release to which the later one's data adds rows. */
const ADDED_TO = [
  'audit_entries',
  'decision_undos',
  'decisions',
  'disagreement_settlements',
  'failed_mails',
  'ledger_entries',
  'spot_check_verdicts',
  'spot_checks',
  'staff',
  'staff_links',
  'staff_pending_sign_ins',
  'staff_recovery_codes',
  'staff_second_factors',
  'staff_sessions',
  'staff_trusted_devices',
]

let settings: Awaited<ReturnType<typeof emptySettings>>['settings']
let remove: () => Promise<void>
let before: Awaited<ReturnType<typeof readInstallation>>
/** The upgraded database. */
let owner: Database
const opened: Database[] = []

/** Starts the previous release on an empty database, fills it, and starts a later one and this release on it. */
beforeAll(async () => {
  ;({ settings, remove } = await emptySettings())
  const previous = await openRelease({ through: PREVIOUS_RELEASE })
  await previous.pool.query(await dataOf('previous'))
  before = await readInstallation(previous.pool)
  await closeAll()
  const later = await openRelease({ through: BEFORE_ONE_SETTLEMENT })
  await later.pool.query(await dataOf('later'))
  await closeAll()
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
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'`)
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

test('D-62 the migrations of the previous release are unchanged, and its data has a row in every table and a value in every column', () => {
  expect(before.migrations).toBe(RELEASED_MIGRATIONS)
  const values = (table: string) => (before.rows[table] ?? []).map((row) => JSON.parse(row) as Record<string, unknown>)
  const empty = before.columns.filter(({ table, column }) => values(table).every((row) => row[column] === null))
  expect(Object.keys(before.rows).length).toBeGreaterThan(50)
  expect(empty.map(({ table, column }) => `${table}.${column}`)).toEqual([])
})

test('D-62 an upgrade keeps every row of every table, with the same value in each column', async () => {
  for (const [table, rows] of Object.entries(before.rows)) {
    const columns = before.columns.filter((column) => column.table === table).map(({ column }) => column)
    const selected = columns.map((column) => `"${newColumn(table, column)}" AS "${column}"`)
    const kept = await readRows(owner.pool, `SELECT ${selected.join(', ')} FROM "${newTable(table)}"`)
    const isAddedTo = ADDED_TO.includes(newTable(table))
    expect(isAddedTo ? kept.filter((row) => rows.includes(row)) : kept, table).toEqual(rows)
  }
  expect(await readMailJobs(owner.pool)).toEqual(before.mails)
  expect(before.mails).toHaveLength(1)
})

test('D-62 an upgrade keeps the type of every column and the next id of every table', async () => {
  const describe = ({ table, column, definition }: Column) => `${table}.${column} ${definition}`
  const renamed = before.columns.map((each) =>
    describe({ ...each, table: newTable(each.table), column: newColumn(each.table, each.column) }),
  )
  expect((await listColumns(owner.pool)).map(describe)).toEqual(expect.arrayContaining(renamed))
  const sequences = before.sequences
    .map((sequence) => ({ ...sequence, table: newTable(sequence.table) }))
    .filter(({ table }) => !ADDED_TO.includes(table))
  expect(await listSequences(owner.pool)).toEqual(expect.arrayContaining(sequences))
})

test('D-62 an upgrade keeps the sum of the ledger, which agrees with every decision', async () => {
  expect(await findLedgerErrors(owner.pool)).toEqual([])
  expect(before.stamps).toBe(10)
  expect(await ledgerSum(owner.pool)).toBe(10 - 4)
})

test('D-62 an upgrade keeps every constraint, unique index and trigger', async () => {
  const describe = ({ table, rule }: Rule) => `${table}: ${rule}`
  const renamed = before.rules.map(({ table, rule }) => {
    const now = describe({ table: newTable(table), rule: renameIn(rule, table) })
    return WIDENED_RULES[now] ?? now
  })
  expect(renamed.length).toBeGreaterThan(200)
  expect((await listRules(owner.pool)).map(describe)).toEqual(expect.arrayContaining(renamed))
})

/** Rules that a later migration made wider on purpose. */
const WIDENED_RULES: Record<string, string> = {
  "ledger_entries: CHECK ((((kind = ANY (ARRAY['approval'::text, 'undo'::text])) AND (decision_id IS NOT NULL) AND (stamp_adjustment_id IS NULL)) OR ((kind = 'correction'::text) AND (decision_id IS NULL) AND (stamp_adjustment_id IS NOT NULL))))":
    "ledger_entries: CHECK (((num_nonnulls(decision_id, stamp_adjustment_id, voucher_event_id) = 1) AND ((kind = ANY (ARRAY['approval'::text, 'undo'::text])) = (decision_id IS NOT NULL)) AND ((kind = 'correction'::text) = (stamp_adjustment_id IS NOT NULL)) AND ((kind = ANY (ARRAY['redemption'::text, 'redemption_return'::text])) = (voucher_event_id IS NOT NULL)) AND ((kind <> 'redemption'::text) OR (stamps < 0)) AND ((kind <> 'redemption_return'::text) OR (stamps > 0))))",
  "submissions: CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))":
    "submissions: CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])))",
  "staff: CHECK ((role = ANY (ARRAY['reviewer'::text, 'manager'::text])))":
    "staff: CHECK ((role = ANY (ARRAY['reviewer'::text, 'manager'::text, 'owner'::text])))",
  'staff: CREATE UNIQUE INDEX USING btree (email_key) WHERE (console_removed_at IS NULL)':
    'staff: CREATE UNIQUE INDEX USING btree (email_key) WHERE is_active',
  'staff_links: PRIMARY KEY (id)': 'staff_links: PRIMARY KEY (app, id)',
  'staff_links: CREATE UNIQUE INDEX USING btree (id)': 'staff_links: CREATE UNIQUE INDEX USING btree (app, id)',
  'staff_links: UNIQUE (staff_id)': 'staff_links: UNIQUE (staff_id, app)',
  'staff_links: CREATE UNIQUE INDEX USING btree (staff_id)':
    'staff_links: CREATE UNIQUE INDEX USING btree (staff_id, app)',
  "submissions: CREATE UNIQUE INDEX USING btree (user_id, merchant_id, invoice_key, purchase_date) WHERE (status <> 'rejected'::text)":
    "submissions: CREATE UNIQUE INDEX USING btree (user_id, merchant_id, invoice_key, purchase_date) WHERE (status <> ALL (ARRAY['rejected'::text, 'withdrawn'::text]))",
}

/** Replaces the old names of tables and of this table's columns in a definition. */
function renameIn(rule: string, table: string): string {
  const names = { ...RENAMED_TABLES, ...RENAMED_COLUMNS[table] }
  return rule.replace(/\w+/g, (word) => names[word] ?? word)
}

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
  'disagreement_settlements',
  'filled_in_facts',
  'voucher_events',
  'late_hand_overs',
  'settlement_adjustments',
  'statement_lines',
]

test('D-55 D-62 what is written once cannot be changed, even by the owner of the tables', async () => {
  const tables = await listTables(owner.pool)
  for (const table of APPEND_ONLY) {
    const column = tables.find(({ name }) => name === table)?.fields.at(-1)
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

test('D-92 the migration deletes notes about members who had deleted their account, and keeps others', async () => {
  const { rows } = await owner.pool.query('SELECT note FROM settlement_notes')
  expect(rows).toEqual([{ note: 'The total can be read' }])
})

test('R-2.01 nothing is owed for a voucher of the Stampus desk that was claimed before the migration', async () => {
  const { rows } = await owner.pool.query('SELECT owed_sen FROM vouchers ORDER BY number')
  expect(rows.map(({ owed_sen }) => owed_sen)).toEqual([180, 180, 180, 0])
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
