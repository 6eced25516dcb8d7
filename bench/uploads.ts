import { dayIn } from '../contract/values/days.ts'
import { createPhoto } from '../tests/support/pictures/photographs.ts'
import type { SeededDatabase } from './databases.ts'
import { get, postForm } from './http-messages.ts'
import { runLoad } from './load.ts'
import type { Plan } from './plan.ts'
import { cpuSecondsOf, memoryOf, resetPeak } from './process-stats.ts'
import { bearerOf } from './seed-database.ts'
import { type Running, startServer } from './servers.ts'
import { hundredths, type Line, type Section, whole } from './table.ts'
import { publicList } from './targets.ts'
import { shareBeside } from './turns.ts'

const MOST_MIB = 80
const LEAST_SHARE = 0.5

/** Part 5: photos sent at once to a new server without OCR, after the parts whose servers would run OCR for them. */
export async function measureUploads(filled: SeededDatabase, plan: Plan): Promise<Section> {
  const lines: Line[] = []
  for (const batch of plan.uploads) {
    const server = await startServer({ ...filled.settings, RECEIPT_OCR: 'off' })
    lines.push(await measure(server, batch, plan).finally(server.stop))
  }
  const columns = ['s of processor each', 'memory', 'public list keeps']
  return { title: `5. Uploads, not read, ${filled.engine}`, columns, lines }
}

type Batch = Plan['uploads'][number]

async function measure(server: Running, { megabytes, atOnce }: Batch, { sliceMs }: Plan): Promise<Line> {
  const photograph = await createPhoto(megabytes * 1024 * 1024)
  const requests = await Promise.all(Array.from({ length: atOnce }, (_, at) => receipt(photograph, at)))
  resetPeak(server.pid)
  const [memory, processor] = [memoryOf(server.pid).now, cpuSecondsOf(server.pid)]
  await runLoad(loadOf(server, requests), { requests: atOnce })
  const [growth, seconds] = [memoryOf(server.pid).peak - memory, cpuSecondsOf(server.pid) - processor]
  const list = get(publicList)
  const again = await Promise.all(Array.from({ length: atOnce }, (_, at) => receipt(photograph, atOnce + at)))
  const { share } = await shareBeside(server, { ms: sliceMs, ask: () => list }, () =>
    runLoad(loadOf(server, again), { requests: atOnce }),
  )
  return {
    what: `${atOnce} × ${megabytes} MB`,
    figures: [hundredths(seconds / atOnce), `+ ${whole(growth)} MiB`, hundredths(share)],
    goal: `≤ ${MOST_MIB} MiB, ≥ ${LEAST_SHARE}`,
    met: growth <= MOST_MIB && share >= LEAST_SHARE,
  }
}

function loadOf({ port }: Running, requests: Buffer[]) {
  const ask = (at: number) => requests[at] ?? Buffer.alloc(0)
  return { port, ask, connections: requests.length, status: 201, comesAgain: true }
}

let invoices = 0

/** Each from another member, because of the hourly limit. */
function receipt(photograph: Buffer, member: number): Promise<Buffer> {
  invoices += 1
  const form = new FormData()
  const fields = { merchant_id: 1, purchase_amount: '25.00', invoice_number: `9${invoices}` }
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.set('purchase_date', dayIn('Asia/Kuala_Lumpur', new Date()))
  form.set('receipt_image', new File([new Uint8Array(photograph)], 'receipt.jpg', { type: 'image/jpeg' }))
  return postForm('/api/submissions', form, bearerOf(10 + member))
}
