import type { Queryable } from '../server/platform/db/database.ts'
import { hashPassword } from '../server/platform/security/passwords.ts'
import { addHistory } from './seed-history.ts'
import { addRewards, addStamps } from './seed-stamps.ts'

/** A member with some 30 receipts in every database, one who owns a tenth of all receipts, and a reviewer. */
export const fixedMember = 1
export const heavyMember = 2
export const reviewer = 1
export const password = 'Meja-Ujian-64'
export const sessionToken = (who: string | number) => `bench-token-of-${who}`.padEnd(43, '-')
export const bearerOf = (member: number) => ({ authorization: `Bearer ${sessionToken(member)}` })
export const emailOf = (member: number) => `member-${member}@campus.edu.my`

/**
 * `stamps` adds ledger entries and vouchers, `history` what happened later. `pictureDays`: older receipts have no
 * pictures any more, which makes their rows narrow, but those of the two members above have. `heavyReceipts` are those
 * of the member with many, else a tenth.
 */
export type Filling = {
  receipts: number
  merchants: number
  stamps?: boolean
  history?: boolean
  pictureDays?: number
  heavyReceipts?: number
}
/** However many receipts there are: reviewers keep up. */
const MOST_WAITING = 5000
/** A placeholder as long as those of the server. */
const PLACEHOLDER = `data:image/webp;base64,${'A'.repeat(200)}`

/** Fills an empty database with members, merchants, deals, announcements and receipts of two years. */
export async function seedDatabase(db: Queryable, filling: Filling): Promise<void> {
  const members = membersFor(filling.receipts)
  // The references are correct by construction: checking millions of them takes too long.
  await db.query('SET session_replication_role = replica')
  const addIndexes = await removeIndexes(db)
  await addPeople(db, members)
  await addShops(db, filling.merchants)
  await addReceipts(db, filling, members)
  // The next steps join all of it.
  await db.query('ANALYZE')
  if (filling.stamps) await addStamps(db, members)
  await db.query('ANALYZE')
  if (filling.history) await addHistory(db, { members, heavyMember, heavyStep: heavyStep(filling) })
  await addIndexes()
  await db.query('SET session_replication_role = origin')
  // The database vacuums by itself in the long run; a new search index is slow until then. VACUUM needs the COMMIT on
  // disk to see that the rows are visible to all transactions.
  await db.query('SET synchronous_commit = on')
  await db.query('VACUUM ANALYZE')
}

/** Removes all indexes but those of constraints; the result builds them again, faster than row by row. */
async function removeIndexes(db: Queryable): Promise<() => Promise<void>> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
  )
  for (const { name } of rows) await db.query(`DROP INDEX ${name}`)
  return async () => {
    for (const { definition } of rows) await db.query(definition.replace(' ON ONLY ', ' ON '))
  }
}

/** Every so many receipts one is the heavy member's: a multiple of ten, which no share of the history divides. */
const heavyStep = ({ receipts, heavyReceipts = receipts / 10 }: Filling) => receipts / heavyReceipts

/** How many members a database with so many receipts has. */
export function membersFor(receipts: number): number {
  return Math.max(200, receipts / 10)
}

async function addPeople(db: Queryable, members: number): Promise<void> {
  await db.query(
    `INSERT INTO users (name, email, email_key, password_hash, email_verified_at, link_nonce)
     SELECT 'Member ' || n, e, e, '${await hashPassword(password)}', now(), 'bench'
     FROM generate_series(1, ${members}) n, format('member-%s@campus.edu.my', n) e`,
  )
  await db.query(
    `INSERT INTO sessions (token_hash, user_id)
     SELECT sha256(convert_to(rpad('bench-token-of-' || n, 43, '-'), 'UTF8')), n FROM generate_series(1, ${members}) n`,
  )
  await db.query(
    `INSERT INTO staff (name, email, email_key, role) VALUES ('Reviewer', 'r@x.example', 'r@x.example', 'reviewer'),
       ('Manager', 'm@x.example', 'm@x.example', 'manager'), ('Other', 'o@x.example', 'o@x.example', 'reviewer')`,
  )
  await db.query(
    `INSERT INTO staff_sessions (token_hash, staff_id, app)
     VALUES (sha256(convert_to('${sessionToken('reviewer')}', 'UTF8')), ${reviewer}, 'console')`,
  )
}

async function addShops(db: Queryable, merchants: number): Promise<void> {
  await db.query(`INSERT INTO categories (name) SELECT 'Category ' || n FROM generate_series(1, 12) n`)
  await db.query(
    `INSERT INTO merchants (name, name_key, slug, category_id, address, contact_number, logo_key, logo_placeholder)
     SELECT k, lower(k), 'kedai-' || n, 1 + n % 12, n || ', Jalan Kampus, 43600 Bangi', '03-5550 0001',
       'public/merchants/' || n || '.webp', '${PLACEHOLDER}'
     FROM generate_series(1, ${merchants}) n, format('Kedai %s %s', substr(md5(n::text), 1, 6), n) k`,
  )
  await db.query(
    `INSERT INTO deals (merchant_id, title, description, image_key, image_placeholder, start_date, end_date)
     SELECT 1 + n % ${merchants}, 'Deal ' || n, repeat('Half price before noon. ', 8), 'public/deals/' || n || '.webp',
       '${PLACEHOLDER}', current_date - n % 60, current_date + 30 FROM generate_series(1, 60) n`,
  )
  await addRewards(db, merchants, PLACEHOLDER)
  await db.query(
    `INSERT INTO announcements (title, content, image_key, image_placeholder, published_at)
     SELECT 'News ' || n, '<p>' || repeat('A new partner joins us. ', 40) || '</p>', 'public/news/' || n || '.webp',
       '${PLACEHOLDER}', now() - n * interval '1 day' FROM generate_series(1, 60) n`,
  )
}

async function addReceipts(db: Queryable, filling: Filling, members: number): Promise<void> {
  const { receipts, merchants, pictureDays = 10_000 } = filling
  const perWaiting = Math.max(200, receipts / MOST_WAITING)
  await db.query(
    `INSERT INTO submissions (user_id, merchant_id, status, purchase_date, amount_sen, invoice_no, invoice_key, file_sha256,
       original_key, picture_key, thumb_key, placeholder, picture_width, picture_height, stamps, decided_at, created_at)
     SELECT owner, 1 + n % ${merchants}, state, at::date, 500 + n % 9000, n, n, sha256(convert_to(n::text, 'UTF8')),
       folder || '/original.jpg', folder || '/full.webp', folder || '/thumb.webp',
       CASE WHEN folder IS NOT NULL THEN '${PLACEHOLDER}' END, 1200, 2400, CASE state WHEN 'approved' THEN 2 ELSE 0 END,
       CASE state WHEN 'pending' THEN NULL ELSE at + interval '5 hours' END, at
     FROM generate_series(1, ${receipts}) n,
       LATERAL (SELECT now() - (${receipts} - n) * interval '2 years' / ${receipts} AS at,
         CASE WHEN n % ${perWaiting} = 7 THEN 'pending' WHEN n % 9 = 0 THEN 'rejected' ELSE 'approved' END AS state,
         CASE WHEN n % ${heavyStep(filling)} = 0 THEN ${heavyMember} WHEN n % (${receipts} / 31) = 3 THEN ${fixedMember}
           ELSE 3 + n % (${members} - 2) END AS owner) made,
       LATERAL (SELECT CASE WHEN state = 'pending' OR owner < 3 OR at > now() - ${pictureDays} * interval '1 day'
         THEN 'receipts/' || n END AS folder) kept`,
  )
}
