import { dayIn } from '../../contract/values/days.ts'
import { drawReceipt } from '../../demo/receipts/receipt-drawing.ts'
import type { SeededDatabase } from '../databases.ts'
import { postForm } from '../http-messages.ts'
import { runLoad, sendOnce } from '../load.ts'
import type { Plan } from '../plan.ts'
import { sessionToken } from '../seed-database.ts'
import { startServer } from '../servers.ts'
import { hundredths, type Line, type Section, tenths } from '../table.ts'
import { findTarget } from '../targets.ts'
import { shareBeside } from '../turns.ts'

const LEAST_SHARE = 0.5
const LISTS = ['public list from memory', 'my receipts']
/** One picture is in OCR, the others wait. */
const CONNECTIONS = 2
/** How much longer sending a receipt may take during OCR; equal runs differ by as much. */
const MOST_SLOWER = 1.15

/** Part 6: OCR with pictures in the queue, and meanwhile lists and receipts that are sent. */
export async function measureBesideOcr(filled: SeededDatabase, plan: Plan): Promise<Section> {
  const lines: Line[] = []
  for (const list of LISTS) lines.push(await measureList(filled, plan, list))
  lines.push(await measureSending(filled, plan))
  const columns = ['keeps, or takes', 'pictures read a second']
  return { title: `6. Lists and sending beside OCR, ${filled.engine}`, columns, lines }
}

async function measureList({ settings }: SeededDatabase, { sliceMs }: Plan, list: string): Promise<Line> {
  const server = await startServer({ ...settings, RECEIPT_OCR: 'on' })
  try {
    const { ask } = await findTarget(server.port, list)
    const load = () => readFor(server.port, { ms: 2 * sliceMs })
    const { share, done } = await shareBeside(server, { ms: sliceMs, ask }, load)
    const figures = [hundredths(share), tenths(done.perSecond)]
    return { what: list, figures, goal: `≥ ${LEAST_SHARE}`, met: share >= LEAST_SHARE }
  } finally {
    await server.stop()
  }
}

/** The median of some receipts sent one by one, before, during and after OCR. */
async function measureSending({ settings }: SeededDatabase, { sent }: Plan): Promise<Line> {
  const server = await startServer({ ...settings, RECEIPT_OCR: 'on' })
  try {
    await sendSome(server.port, sent)
    const before = await sendSome(server.port, sent)
    const ended = new AbortController()
    const load = readFor(server.port, { signal: ended.signal })
    const beside = await sendSome(server.port, sent)
    ended.abort()
    const { perSecond } = await load
    const after = await sendSome(server.port, sent)
    const times = (2 * beside) / (before + after)
    const figures = [`${hundredths(times)} times as long`, tenths(perSecond)]
    return { what: 'a receipt sent', figures, goal: `≤ ${MOST_SLOWER}`, met: times <= MOST_SLOWER }
  } finally {
    await server.stop()
  }
}

let drawn = 0

/** Reads previews, each from another member because of the hourly limit. */
async function readFor(port: number, until: { ms?: number; signal?: AbortSignal }) {
  const pictures = await Promise.all(Array.from({ length: CONNECTIONS * 8 }, () => form('/api/readings')))
  const at = () => pictures.pop() ?? Buffer.alloc(0)
  return runLoad({ port, ask: at, connections: CONNECTIONS, comesAgain: true }, { ...until, requests: pictures.length })
}

async function sendSome(port: number, sent: number): Promise<number> {
  const requests = await Promise.all(Array.from({ length: sent }, () => form('/api/submissions')))
  const seconds: number[] = []
  for (const request of requests) {
    const begun = performance.now()
    const { status, body } = await sendOnce(port, request)
    if (status !== 201) throw new Error(`A receipt was not taken: ${status} ${body.toString().slice(0, 200)}`)
    seconds.push((performance.now() - begun) / 1000)
  }
  return seconds.toSorted((one, other) => one - other)[sent >> 1] ?? 0
}

async function form(path: string): Promise<Buffer> {
  drawn += 1
  const number = drawn
  const date = dayIn('Asia/Kuala_Lumpur', new Date())
  const items = [{ name: 'Nasi lemak ayam', qty: 1, sen: 850 + number }]
  const slip = { merchant: 'Kopi Kita', address: 'Jalan Universiti 3', items, totalSen: 850 + number }
  const picture = await drawReceipt({ ...slip, invoice: String(70_000 + number), date, time: '12:30' })
  const fields = new FormData()
  const typed = { merchant_id: 1, purchase_amount: '25.00', invoice_number: `8${number}`, purchase_date: date }
  for (const [name, value] of Object.entries(typed)) fields.set(name, String(value))
  fields.set('receipt_image', new File([new Uint8Array(picture)], 'receipt.jpg', { type: 'image/jpeg' }))
  return postForm(path, fields, { authorization: `Bearer ${sessionToken(20 + number)}` })
}
