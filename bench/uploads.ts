import { dayIn } from '../contract/values/days.ts'
import { aPhotograph } from '../tests/support/pictures/photographs.ts'
import { shareBeside } from './beside.ts'
import type { Filled } from './databases.ts'
import { fingerprintAppKey } from './filling.ts'
import { drive } from './load.ts'
import type { Plan } from './plan.ts'
import { forgetPeak, memoryOf, secondsOf } from './processor.ts'
import { get, postForm } from './requests.ts'
import { type Running, startServer } from './servers.ts'
import { hundredths, type Line, type Section, whole } from './table.ts'
import { publicList } from './targets.ts'

const MOST_MIB = 80
const LEAST_SHARE = 0.5

/**
 * Part 5: receipts with photographs of 12 megapixels, all sent at once by as many members to a server just started, which
 * does not read them. It comes after the parts whose servers read what they find waiting.
 */
export async function measureUploads(filled: Filled, plan: Plan): Promise<Section> {
  const lines: Line[] = []
  for (const batch of plan.uploads) {
    const server = await startServer({ ...filled.settings, READING: 'off' })
    lines.push(await measure(server, batch, plan).finally(server.stop))
  }
  const columns = ['s of processor each', 'memory', 'public list keeps']
  return { title: `5. Uploads, not read, ${filled.engine}`, columns, lines }
}

type Batch = Plan['uploads'][number]

async function measure(server: Running, { megabytes, atOnce }: Batch, { sliceMs }: Plan): Promise<Line> {
  const photograph = await aPhotograph(megabytes * 1024 * 1024)
  const requests = await Promise.all(Array.from({ length: atOnce }, (_, at) => receipt(photograph, at)))
  forgetPeak(server.pid)
  const [memory, processor] = [memoryOf(server.pid).now, secondsOf(server.pid)]
  await drive({ ...loadOf(server, requests) }, { requests: atOnce })
  const [growth, seconds] = [memoryOf(server.pid).peak - memory, secondsOf(server.pid) - processor]
  const list = get(publicList)
  const again = await Promise.all(Array.from({ length: atOnce }, (_, at) => receipt(photograph, atOnce + at)))
  const { share } = await shareBeside(server, { ms: sliceMs, ask: () => list }, () =>
    drive(loadOf(server, again), { requests: atOnce }),
  )
  return {
    what: `${atOnce} × ${megabytes} MB`,
    figures: [hundredths(seconds / atOnce), `+ ${whole(growth)} MiB`, hundredths(share)],
    goal: `≤ ${MOST_MIB} MiB, ≥ ${LEAST_SHARE}`,
    met: growth <= MOST_MIB && share >= LEAST_SHARE,
  }
}

function loadOf({ port }: Running, requests: Buffer[]) {
  return {
    port,
    ask: (at: number) => requests[at] ?? Buffer.alloc(0),
    connections: requests.length,
    status: 201,
    comesAgain: true,
  }
}

let invoices = 0

/** Each by a member of its own, for each may send so many in an hour. */
function receipt(photograph: Buffer, member: number): Promise<Buffer> {
  invoices += 1
  const form = new FormData()
  const fields = { merchant_id: 1, purchase_amount: '25.00', invoice_number: `9${invoices}` }
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.set('purchase_date', dayIn('Asia/Kuala_Lumpur', new Date()))
  form.set('receipt_image', new File([new Uint8Array(photograph)], 'receipt.jpg', { type: 'image/jpeg' }))
  return postForm('/api/submissions', form, { authorization: `Bearer ${fingerprintAppKey(10 + member)}` })
}
