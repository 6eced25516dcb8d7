import { expect, test } from 'vitest'
import { code, files, filesWith, isTest, read, workspaceOf } from './tree.ts'

const server = code.filter((file) => workspaceOf(file) === 'server' && !isTest(file))
const browserCode = code.filter((file) => ['contract', 'ui', 'web', 'console', 'counter'].includes(workspaceOf(file)))

/** The folder whose stores alone write a table. Others may read it, in joins too. */
const owners: Record<string, string> = {
  'server/domains/accounts':
    'users sessions trusted_devices email_changes password_resets browser_unlocks suspensions former_addresses deleted_accounts consents',
  'server/domains/conflicts-of-interest': 'own_account_links',
  'server/domains/staff':
    'staff staff_sessions staff_trusted_devices staff_links staff_unlocks staff_pending_sign_ins staff_second_factors staff_recovery_codes operator_grants operator_addresses operator_merchants owner_merchants owner_notices second_signatures',
  'server/domains/counters': 'phones phone_enrolments cashiers wrong_pins',
  'server/domains/merchants': 'merchants merchant_people categories',
  'server/domains/deals': 'deals',
  'server/domains/announcements': 'announcements',
  'server/domains/submissions': 'submissions idempotency_keys appeals',
  'server/domains/receipt-ocr':
    'receipt_ocr receipt_numbers receipt_duplicates deleted_receipts ocr_previews picture_fingerprints keypoint_codes offered_facts filled_in_facts',
  'server/domains/review':
    'decisions decision_undos fact_corrections escalations leases skips appeal_answers bulk_approvals confirmations reversals spot_checks spot_check_verdicts spot_check_undos disagreement_closures disagreement_notes',
  'server/domains/rewards':
    'rewards vouchers voucher_events voucher_reasons voucher_keys former_voucher_keys late_hand_overs',
  'server/domains/settlement': 'statements statement_lines statement_adjustments line_disputes statement_mails',
  'server/domains/contact': 'cases case_messages canned_answers',
  'server/domains/links': 'link_groups',
  'server/domains/wallet': 'earning_rules ledger_entries stamp_adjustments',
  'server/domains/failed-mail': 'failed_mails',
  'server/platform/audit': 'audit_entries audit_values',
  'server/platform/uploads': 'uploaded_pictures',
  'server/platform/storage': 'discarded_files',
  'server/platform/rate-limits': 'rate_counters',
  'server/platform/repeats': 'request_results',
  'server/platform/db': 'migrations readiness',
}

const SQL =
  /['"`]\s*(select\s+(\d|\w+\(|[^'"`;]*?\sfrom\s)|set\s+local\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s|(create|alter|drop|truncate|lock)\s+(table|index|schema|database|role)|(begin|commit|rollback)\s*['"`])/i
/** The pieces of SQL of `platform/db/rows.ts` that write a table. */
const WRITTEN_ROWS = /(?<![.\w])(?:insert|insertEach|update)\(\s*'([a-z_]+)'/g
/** The tables that a domain gives to the platform's stores of sessions and unlocks, or of which a store has one for each app. */
const GIVEN_TABLES = /\b(?:sessions|devices|unlocks|merchants): '(\w+)'/g
/** The views of `staff`, which the role of the application may only read: no locks either. */
const CHANGED_VIEW =
  /\b(?:INSERT\s+INTO|DELETE\s+FROM|UPDATE)\s+(?:operators|owners)\b|\bFROM\s+(?:operators|owners)\b[^`;]{0,200}\bFOR\s+(?:NO\s+KEY\s+)?(?:UPDATE|SHARE|KEY\s+SHARE)\b(?!\s+OF)/
/** A store that puts the names of tables together. */
const LOOPED_TABLES = /for \(const table of \[([^\]]*)\]\)/g
const WRITE = /\b(?:INSERT\s+INTO|DELETE\s+FROM|UPDATE(?!\s+(?:OF|SET|SKIP|NOWAIT|OR)\b))\s+"?([a-z_]+)/g

test('SQL is written only in stores and in platform/db', () => {
  const mayNot = server.filter((file) => !/\.store\.ts$|^server\/platform\/db\//.test(file))
  expect(filesWith(SQL, mayNot)).toEqual([])
  expect(filesWith(/^import (?!type ).*platform\/db\/(query|rows|sql)\.ts'/m, mayNot)).toEqual([])
  expect(filesWith(CHANGED_VIEW, server)).toEqual([])
})

test('no store imports a service', () => {
  const stores = server.filter((file) => file.endsWith('.store.ts'))
  expect(filesWith(/from '[^']*\.service\.ts'/, stores)).toEqual([])
})

test('only the owner of a table writes it', () => {
  const ownerOf = new Map(
    Object.entries(owners).flatMap(([owner, tables]) => tables.split(' ').map((table) => [table, owner] as const)),
  )
  const writes = server.flatMap((file) => {
    const text = read(file)
    const given = [WRITE, WRITTEN_ROWS, GIVEN_TABLES].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, table = '']) => table),
    )
    const looped = [...text.matchAll(LOOPED_TABLES)].flatMap(([, names = '']) => names.match(/(?<=')\w+/g) ?? [])
    return [...given, ...looped].filter((table) => ownerOf.has(table)).map((table) => ({ file, table }))
  })
  expect(writes.filter(({ file, table }) => !file.startsWith(`${ownerOf.get(table)}/`))).toEqual([])
  expect(new Set(writes.map(({ table }) => table)).size).toBe(ownerOf.size)
})

test('every table has an owner', () => {
  const migrations = files
    .filter((file) => file.startsWith('server/platform/db/migrations/'))
    .map(read)
    .join('\n')
  const made = [...migrations.matchAll(/^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gm)].map(([, table = '']) => table)
  const renamed = new Map(
    [...migrations.matchAll(/^ALTER TABLE (\w+) RENAME TO (\w+)/gm)].map(([, a = '', b = '']) => [a, b]),
  )
  // A table that is made a second time, with partitions, has the first one as a partition.
  for (const [at, table] of made.entries()) if (made.indexOf(table) !== at) renamed.delete(table)
  const dropped = new Set([...migrations.matchAll(/^DROP TABLE (\w+)/gm)].map(([, table = '']) => table))
  const tables = made.map((table) => renamed.get(table) ?? table).filter((table) => !dropped.has(table))
  const owned = Object.values(owners).flatMap((names) => names.split(' '))
  expect([...new Set(tables), 'migrations'].sort()).toEqual(owned.sort())
})

test('the environment is read in server/config.ts and by what starts, builds or tests', () => {
  const may = /^server\/config\.ts$|^(scripts|tests|bench)\/|(^|\/)(vite|vitest)\.config\.ts$/
  const others = code.filter((file) => !may.test(file))
  expect(filesWith(/\bprocess\.env\b/, others)).toEqual([])
})

test('domains take clock, chance and disk from their deps', () => {
  const domains = server.filter((file) => file.startsWith('server/domains/'))
  expect(filesWith(/\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|['"]node:fs/, domains)).toEqual([])
})

test('each app sends requests from one place', () => {
  const senders = /^(web|console|counter)\/shared\/api\/(api|xhr)\.ts$/
  const others = browserCode.filter((file) => !senders.test(file) && !isTest(file))
  expect(filesWith(/(?<![\w.$])fetch\(|\b(window|globalThis)\.fetch\b|XMLHttpRequest|sendBeacon/, others)).toEqual([])
})

test("the browser's own storage is used only by the files made for it", () => {
  const storage =
    /^(web|counter)\/shared\/(storage\/\w+|api\/keptAnswers|receipts\/draft)\.ts$|\/(\w*[sS]croll\w*)\.ts$/
  const others = browserCode.filter((file) => !storage.test(file) && !isTest(file))
  expect(filesWith(/\b(localStorage|sessionStorage|indexedDB|document\.cookie)\b|['"]idb-keyval/, others)).toEqual([])
})
