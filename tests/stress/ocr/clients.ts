import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { receiptForm } from '../../support/api/submissions.ts'
import { drawPicture } from '../../support/browser/people.ts'
import { receiptNames, receiptsDir } from '../../support/pictures/receipts.ts'
import type { Random } from '../support/seeded-random.ts'
import { receiptFacts, type SeededServer } from '../support/seeded-server.ts'
import type { PageRequest } from '../support/visitors.ts'

const ANSWERED_WITHIN_MS = 180_000
const STATE_WITHIN_MS = 180_000
const LOOK_EVERY_MS = 250
const LINES = 'application/json, application/x-ndjson'

type Server = Pick<SeededServer, 'url' | 'manager' | 'merchantId'>
type Member = { authorization: string }

/** Different picture files: real receipts, or drawn ones where this machine has none. */
export async function receiptPictures(count: number, random: Random): Promise<Buffer[]> {
  const names = random.shuffle(receiptNames.filter((name) => name.endsWith('.jpg')))
  const pictures: Buffer[] = []
  for (let at = 0; at < count; at += 1) {
    const name = names[at % names.length]
    const picture = name ? readFileSync(join(receiptsDir, name)) : (await drawPicture(String(70_000 + at))).buffer
    pictures.push(withComment(picture, at))
  }
  return pictures
}

/** The same picture as another file: with a comment after the first marker of the JPEG. */
function withComment(jpeg: Buffer, number: number): Buffer {
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0, 0, 0, 0])
  comment.writeUInt32BE(number, 4)
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

/** The OCR preview of a picture; undefined where the answer is invalid, with the reason in `problems`. */
export async function requestPreview(server: Server, member: Member, picture: Buffer, problems: string[]) {
  const headers = { ...member, accept: LINES, connection: 'close' }
  const answer = await post(`${server.url}/api/readings`, headers, receiptForm({}, { bytes: picture }))
  const last = answer.text.trim().split('\n').at(-1) ?? ''
  const body = answer.status === 200 ? (JSON.parse(last) as { data?: object | null }) : {}
  if (body.data === undefined) problems.push(`an OCR preview is answered with ${answer.status} ${answer.text}`)
  return body.data
}

/** Sends a receipt; returns its id, or undefined with the reason in `problems`. */
export async function sendPicture(server: Server, member: Member, picture: Buffer, problems: string[]) {
  const body = receiptForm(receiptFacts(server), { bytes: picture })
  const { status, text } = await post(`${server.url}/api/submissions`, { ...member, connection: 'close' }, body)
  if (status === 201) return (JSON.parse(text) as { data: { id: number } }).data.id
  problems.push(`a receipt is answered with ${status} ${text}`)
  return undefined
}

async function post(address: string, headers: Record<string, string>, body: FormData) {
  const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS)
  return fetch(address, { method: 'POST', headers, body, signal }).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    (error) => ({ status: 0, text: String(error.cause ?? error) }),
  )
}

export type OcrState = 'pending' | 'read' | 'illegible' | 'failed'
const DONE: OcrState[] = ['read', 'illegible', 'failed']

/** The final OCR state of a receipt. A receipt that is not pending, or that no one can open, is an error. */
export async function waitForOcr(
  server: Server,
  id: number,
  problems: string[],
  withinMs = STATE_WITHIN_MS,
): Promise<OcrState> {
  const until = performance.now() + withinMs
  let state: OcrState = 'pending'
  while (!DONE.includes(state) && performance.now() < until) {
    const { status, data } = await desk(server, 'GET', id)
    if (status !== 200 || data?.status !== 'pending') {
      problems.push(`receipt ${id} is answered with ${status} ${data?.status}`)
      return state
    }
    state = data.reading_state
    if (!DONE.includes(state)) await pause(LOOK_EVERY_MS)
  }
  const opened = await desk(server, 'PUT', id, '/lease')
  if (opened.status !== 200) problems.push(`receipt ${id} cannot be opened: ${opened.status}`)
  if (state === 'pending') problems.push(`receipt ${id} is not read`)
  return state
}

type Shown = { status: string; reading_state: OcrState }

async function desk({ url, manager }: Server, method: 'GET' | 'PUT', id: number, what = '') {
  const headers = { ...manager, 'sec-fetch-site': 'same-origin', connection: 'close' }
  const answer = await fetch(`${url}/api/console/submissions/${id}${what}`, { method, headers }).catch(() => undefined)
  const body = answer?.ok ? ((await answer.json()) as { data: Shown }) : undefined
  return { status: answer?.status ?? 0, data: body?.data }
}

/** The pages that members and operators visit meanwhile. */
export function pagesToVisit({ manager, members }: Pick<SeededServer, 'manager' | 'members'>): PageRequest[] {
  return [
    { path: '/healthz' },
    { path: '/api/merchants' },
    { path: '/api/submissions', headers: members[0] ?? {} },
    { path: '/api/console/submissions', headers: manager },
    { path: '/api/console/bulk', headers: manager },
  ]
}

type Line = { level: string | number; msg: string; submission?: number; reason?: string; err?: { message: string } }

/** The log lines about receipts that were not read. */
export function findOcrFailures(server: Pick<SeededServer, 'log'>): Line[] {
  return linesOf(server).filter(({ msg }) => msg.startsWith('a receipt was not read'))
}

/** How many pictures were not read because the machine was too slow. The tests ignore these. */
export function countTimeouts(server: Pick<SeededServer, 'log'>): number {
  const isLate = ({ reason, err }: Line) => reason === 'time' || err?.message.endsWith('not read (time)')
  return linesOf(server).filter(isLate).length
}

function linesOf({ log }: Pick<SeededServer, 'log'>): Line[] {
  const lines = log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line) as Line)
}
