import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptySettings } from '../../../tests/support/database/database.ts'
import { readConfig } from '../../config.ts'
import { findSettlementErrors } from '../../domains/settlement/settlement-check.store.ts'
import { findLedgerErrors } from '../../domains/wallet/ledger-check.store.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { openPreparedDatabase } from './prepare.ts'

const SUPPORT = join(import.meta.dirname, '../../../tests/support/database')
/** The last migration before a voucher was paid for once. */
const BEFORE = '044-further-names.sql'

/** Vouchers of a stall with late hand-overs that were paid as adjustments: one used as well, one twice, one still ready. */
const PAID_BEFORE = `
  INSERT INTO owners (name, email, email_key, language, created_at) VALUES ('Siti', 's@shop.example', 's@shop.example', 'en', now());
  INSERT INTO phones (merchant_id, name, enrolled_by, created_at, last_used_at, removed_at) VALUES (1, 'Till 1', 1, now(), now(), now());
  INSERT INTO cashiers (merchant_id, name, name_key, pin_hash, created_at) VALUES (1, 'Aminah', 'aminah', 'no PIN', now());
  INSERT INTO rewards (merchant_id, title, conditions, stamps, owed_sen, taken, start_date, valid_days, state, created_at)
    VALUES (1, 'Kopi O', 'One hot cup.', 1, 180, 2, '2026-01-01', 30, 'published', now());
  INSERT INTO vouchers (number, reward_id, user_id, merchant_id, title, conditions, stamps, owed_sen, claimed_at, last_day, expires_at,
      state, used_at, ended_at, idempotency_key)
    VALUES ('1', 1, 1, 1, 'Kopi O', 'One hot cup.', 1, 180, now(), '2099-12-31', '2100-01-01', 'used', now(), now(), 'a'),
      ('2', 1, 1, 1, 'Kopi O', 'One hot cup.', 1, 180, now(), '2099-12-31', '2100-01-01', 'voided', NULL, now(), 'b'),
      ('3', 1, 1, 1, 'Kopi O', 'One hot cup.', 1, 180, now(), '2099-12-31', '2100-01-01', 'ready', NULL, NULL, 'c');
  INSERT INTO voucher_events (voucher_id, kind, stamps_back, created_at)
    VALUES (1, 'claimed', false, now()), (2, 'claimed', false, now()), (3, 'claimed', false, now()), (2, 'voided', false, now());
  INSERT INTO voucher_events (voucher_id, kind, way, phone_id, cashier_id, stamps_back, created_at)
    VALUES (1, 'used', 'counter', 1, 1, false, now());
  INSERT INTO ledger_entries (user_id, kind, stamps, voucher_event_id, created_at)
    SELECT 1, 'redemption', -1, id, now() FROM voucher_events WHERE kind = 'claimed';
  INSERT INTO late_hand_overs (voucher_id, phone_id, cashier_id, noted_at, created_at, request_id, voucher_state)
    SELECT voucher, 1, 1, now() - minutes * interval '1 minute', now(), gen_random_uuid(), state
    FROM (VALUES (1, 1, 'used'), (2, 1, 'voided'), (2, 2, 'voided'), (3, 1, 'ready')) late (voucher, minutes, state);
  INSERT INTO settlement_adjustments (merchant_id, amount_sen, reason, operator_id, created_at, late_id)
    SELECT 1, 180, 'Paid.', 2, now(), id FROM late_hand_overs;`

let remove: () => Promise<void>
const opened: Database[] = []
/** The upgraded database, as the owner of the tables. */
let owner: Database
beforeAll(async () => {
  const { settings, remove: removeAll } = await emptySettings()
  remove = removeAll
  /** Prepares the database up to a migration and opens it as the owner of the tables. */
  const open = async (through?: string) => {
    const db = await openPreparedDatabase(readConfig(settings), through === undefined ? {} : { through })
    opened.push(db)
    if (!settings.MIGRATION_DATABASE_URL) return db
    const asOwner = await openDatabase({ databaseUrl: settings.MIGRATION_DATABASE_URL, dataDir: settings.DATA_DIR })
    opened.push(asOwner)
    return asOwner
  }
  const first = await open('025-notes-of-deleted-members.sql')
  await first.pool.query(await readFile(join(SUPPORT, 'previous-release.sql'), 'utf8'))
  await Promise.all(opened.splice(0).map((db) => db.close()))
  const before = await open(BEFORE)
  await before.pool.query(PAID_BEFORE)
  await Promise.all(opened.splice(0).map((db) => db.close()))
  owner = await open()
})
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()))
  await remove()
})

test('R-4.06 what an earlier release paid twice for is no contradiction, and is not paid for again', async () => {
  expect(await findLedgerErrors(owner.pool)).toEqual([])
  expect(await findSettlementErrors(owner.pool)).toEqual([])
  await expect(
    owner.pool.query(`INSERT INTO voucher_events (voucher_id, kind, way, phone_id, cashier_id, stamps_back, created_at)
      VALUES (2, 'used', 'counter', 1, 1, false, now())`),
  ).rejects.toMatchObject({ constraint: 'vouchers_one_settlement' })
})

test('R-4.06 a voucher that an earlier release paid for and left ready is ended without its stamps', async () => {
  const { rows } = await owner.pool.query(`SELECT v.state, e.kind, e.stamps_back, r.reason
    FROM vouchers v JOIN voucher_events e ON e.voucher_id = v.id LEFT JOIN voucher_reasons r ON r.event_id = e.id
    WHERE v.id = 3 ORDER BY e.id DESC LIMIT 1`)
  const reason = 'It was handed over, as its merchant reported later.'
  expect(rows).toEqual([{ state: 'voided', kind: 'voided', stamps_back: false, reason }])
})

test('R-4.06 a copy of an installation whose earlier release paid twice can be imported', async () => {
  const client = await owner.pool.connect()
  const use = (id: number) =>
    client.query(`INSERT INTO voucher_events (voucher_id, kind, way, phone_id, cashier_id, stamps_back, created_at)
      VALUES (${id}, 'used', 'counter', 1, 1, false, now())`)
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<{
      id: number
    }>(`INSERT INTO vouchers (number, reward_id, user_id, merchant_id, title, conditions,
        stamps, owed_sen, claimed_at, last_day, expires_at, state, used_at, ended_at, idempotency_key, earlier_settlements)
      VALUES ('4', 1, 1, 1, 'Kopi O', 'One hot cup.', 1, 180, now(), '2099-12-31', '2100-01-01', 'used', now(), now(), 'd', 2)
      RETURNING id`)
    const id = rows[0]?.id ?? 0
    await use(id)
    await use(id)
    await expect(use(id)).rejects.toMatchObject({ constraint: 'vouchers_one_settlement' })
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})
