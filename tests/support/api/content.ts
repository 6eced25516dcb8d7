import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { TestApp } from '../server/app.ts'
import { createOperator, createOperatorSession } from './accounts.ts'
import { type Answered, connect, postForm } from './calls.ts'

/** A signed-in operator, by default a manager, with calls to the console's API and picture uploads. */
export async function createContentManager(server: TestApp, role: 'reviewer' | 'manager' = 'manager') {
  const operator = await createOperator(server.deps, { role })
  const headers = { ...(await createOperatorSession(server.deps, operator)), 'sec-fetch-site': 'same-origin' }
  const connected = connect(server, { path: '/api/console', headers })
  const call = <Data>(...given: Parameters<typeof connected>) => connected<Answered<Data>>(...given)
  return {
    id: operator.id,
    call,
    upload: (kind: string, file: File | undefined) =>
      postForm(server, `/console/pictures/${kind}`, file ? { picture: file } : {}, headers),
    /** Uploads a picture and returns its key. */
    picture: async (kind: 'logo' | 'cover') => {
      const { body } = await postForm(server, `/console/pictures/${kind}`, { picture: await createPicture() }, headers)
      return String(body.data?.key)
    },
  }
}

/** A wide PNG picture to upload. */
export async function createPicture(): Promise<File> {
  const picture = sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#2244aa' } }).png()
  return new File([new Uint8Array(await picture.toBuffer())], 'picture.png', { type: 'image/png' })
}

/** The form values of a new merchant with a unique slug. */
export function merchantForm(category_id: number, overrides: object = {}) {
  return {
    name: 'Kopi Kita',
    slug: `kopi-kita-${randomUUID().slice(0, 8)}`,
    category_id,
    address: '1, Jalan Kampus',
    contact_number: '03-5550 0001',
    logo_key: null,
    is_active: true,
    minimum_spend: '',
    receipts_per_day: '',
    people: [],
    ...overrides,
  }
}

/** The entries of the audit log about one subject, the oldest first. */
export async function findAuditEntries({ deps }: TestApp, kind: string, id: number) {
  const { rows } = await deps.db.pool.query<{ operator_id: number; action: string; changes: object[] }>({
    text: `SELECT e.operator_id, e.action, v.changes FROM audit_entries e LEFT JOIN audit_values v ON v.entry_id = e.id
           WHERE e.subject_kind = $1 AND e.subject_id = $2 ORDER BY e.id`,
    values: [kind, id],
  })
  return rows
}
