import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { TestApp } from '../server/app.ts'
import { anOperator, operatorHeaders } from './accounts.ts'
import { type Body, postForm } from './calls.ts'

type Said = Omit<Body, 'data'>

/** An operator who keeps merchants, deals and announcements, a manager unless told otherwise, with the console's calls. */
export async function aKeeper(server: TestApp, role: 'reviewer' | 'manager' = 'manager') {
  const operator = await anOperator(server.deps, { role })
  const headers = { ...(await operatorHeaders(server.deps, operator)), 'sec-fetch-site': 'same-origin' }
  const call = async <Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const answer = await server.app.inject({
      method,
      url: `/api/console${path}`,
      headers,
      ...(payload && { payload }),
    })
    return { ...answer.json<Said & { data: Data }>(), status: answer.statusCode }
  }
  return {
    id: operator.id,
    call,
    upload: (kind: string, file: File | undefined) =>
      postForm(server, `/console/pictures/${kind}`, file ? { picture: file } : {}, headers),
    /** Uploads a picture and answers its key. */
    picture: async (kind: 'logo' | 'cover') => {
      const { body } = await postForm(server, `/console/pictures/${kind}`, { picture: await aPicture() }, headers)
      return String(body.data?.key)
    },
  }
}

/** A wide picture as a manager chooses it. */
export async function aPicture(): Promise<File> {
  const made = sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#2244aa' } }).png()
  return new File([new Uint8Array(await made.toBuffer())], 'picture.png', { type: 'image/png' })
}

/** What a manager types of a new merchant, with a slug of its own. */
export function merchantFacts(category_id: number, given: object = {}) {
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
    ...given,
  }
}

/** What the audit log holds of one thing, the oldest first. */
export async function auditOf({ deps }: TestApp, kind: string, id: number) {
  const { rows } = await deps.db.pool.query<{ operator_id: number; action: string; changes: object[] }>({
    text: `SELECT e.operator_id, e.action, v.changes FROM audit_entries e LEFT JOIN audit_values v ON v.entry_id = e.id
           WHERE e.subject_kind = $1 AND e.subject_id = $2 ORDER BY e.id`,
    values: [kind, id],
  })
  return rows
}
