import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { receiptForm } from '../../support/api/submissions.ts'
import { drawPicture } from '../../support/browser/people.ts'
import { receiptNames, receiptsDir } from '../../support/pictures/receipts.ts'
import type { Random } from '../support/seeded-random.ts'
import { receiptFacts, type SeededServer } from '../support/seeded-server.ts'
import { visitWhile } from '../support/visitors.ts'

const READ_WITHIN_MS = 180_000

/** The settings of a server with OCR. */
export const WITH_OCR = { RECEIPT_OCR: 'on', LOG_LEVEL: 'info' }

type Server = Pick<SeededServer, 'url' | 'manager' | 'merchantId'>
export type Member = SeededServer['members'][number]

/** Different picture files: real receipts, or drawn ones where this machine has none. */
export async function receiptPictures(count: number, random: Random): Promise<Buffer[]> {
  const names = random.shuffle(receiptNames.filter((name) => name.endsWith('.jpg')))
  const pictures = Array.from({ length: count }, async (_, at) => {
    const name = names[at % names.length]
    const jpeg = name ? readFileSync(join(receiptsDir, name)) : (await drawPicture(String(70_000 + at))).buffer
    // A comment after the first marker makes it another file.
    return Buffer.concat([jpeg.subarray(0, 2), Buffer.of(0xff, 0xfe, 0, 4, at >> 8, at), jpeg.subarray(2)])
  })
  return Promise.all(pictures)
}

/** The OCR preview of a picture. */
export async function requestPreview({ url }: Server, member: Member, picture: Buffer): Promise<object | null> {
  const headers = { ...member, accept: 'application/json, application/x-ndjson', connection: 'close' }
  const answer = await fetch(`${url}/api/readings`, {
    method: 'POST',
    headers,
    body: receiptForm({}, { bytes: picture }),
  })
  expect(answer.status).toBe(200)
  return JSON.parse((await answer.text()).trim().split('\n').at(-1) ?? '').data
}

/** Sends a receipt and returns its id. */
export async function sendPicture(server: Server, member: Member, picture: Buffer): Promise<number> {
  const headers = { ...member, connection: 'close' }
  const body = receiptForm(receiptFacts(server), { bytes: picture })
  const answer = await fetch(`${server.url}/api/submissions`, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
  return (await answer.json()).data.id
}

/** The final OCR state of a receipt, which is still pending and which an operator can open. */
export async function waitForOcr({ url, manager }: Server, id: number, timeout = READ_WITHIN_MS): Promise<string> {
  const path = `${url}/api/console/submissions/${id}`
  const headers = { ...manager, 'sec-fetch-site': 'same-origin', connection: 'close' }
  const state = await vi.waitFor(
    async () => {
      const answer = await fetch(path, { headers })
      const { data } = await answer.json()
      expect(data.status).toBe('pending')
      expect(['read', 'illegible', 'failed']).toContain(data.reading_state)
      return data.reading_state
    },
    { timeout, interval: 250 },
  )
  expect((await fetch(`${path}/lease`, { method: 'PUT', headers })).status).toBe(200)
  return state
}

/** Visits pages as members and operators while the work is done; none may fail. Returns the results of both. */
export async function visitMeanwhile<T>({ url, manager, members }: SeededServer, work: Promise<T>) {
  const pages = [
    { path: '/healthz' },
    { path: '/api/merchants' },
    { path: '/api/submissions', headers: members[0] ?? {} },
    { path: '/api/console/submissions', headers: manager },
    { path: '/api/console/bulk', headers: manager },
  ]
  const [result, { problems, ...visits }] = await Promise.all([work, visitWhile(url, work, pages)])
  expect(problems).toEqual([])
  return { result, visits }
}

type Line = { msg: string; submission?: number; reason?: string; err?: { message: string } }

/** The log lines about receipts that were not read. */
export function findOcrFailures({ log }: Pick<SeededServer, 'log'>): Line[] {
  const lines = log().split('\n')
  return lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg.startsWith('a receipt was not read'))
}
