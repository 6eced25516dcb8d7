import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const DRIP_MS = 1000
/** All are open before the first is disconnected. */
const AT_ONCE = 50
const RAMP_MS = 1000
const UPLOAD =
  'content-type: multipart/form-data; boundary=x\r\ncontent-length: 900000\r\n\r\n--x\r\ncontent-disposition: form-data; name="receipt_image"; filename="a.jpg"\r\n\r\n'

/** A client that starts with `begin` and then sends or reads a little every second. */
type SlowClient = { begin: string; drip: (socket: Socket) => void }
/** `cutWithinMs` counts from the end of the load: the limits of the server, plus time for a slow machine. */
type SlowClientLoad = { each: number; lastingMs: number; cutWithinMs: number }
/** How many were opened, the longest time until one was disconnected, and the kinds that were not disconnected. */
export type Outcome = { opened: number; slowestCutMs: number; uncut: string[] }

/** Clients that do not make progress: with headers, with a body, with an upload, or with reading a response. */
export const slowClients = (authorization: string, picture: string): Record<string, SlowClient> => ({
  headers: { begin: 'GET / HTTP/1.1\r\nhost: x\r\n', drip: (socket) => socket.write('x-more: 1\r\n') },
  bodies: {
    begin: 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 200000\r\n\r\n{',
    drip: (socket) => socket.write(' '),
  },
  uploads: {
    begin: `POST /api/submissions HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n${UPLOAD}`,
    drip: (socket) => socket.write('x'),
  },
  readers: {
    begin: `GET ${picture} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(10),
    drip: (socket) => {
      socket.read(1)
      // A client that does not read notices the end only by writing.
      socket.write('\r\n')
    },
  },
})

/** Opens `each` slow clients of every kind and replaces a disconnected one while the load lasts. */
export async function openSlowClients(
  url: string,
  clients: Record<string, SlowClient>,
  pressure: SlowClientLoad,
): Promise<Outcome> {
  const open = new Map<Socket, string>()
  const outcome: Outcome = { opened: 0, slowestCutMs: 0, uncut: [] }
  const until = performance.now() + pressure.lastingMs
  const begin = (kind: string, slow: SlowClient) => {
    const begun = performance.now()
    const socket = openSlowClient(url, slow)
    open.set(socket, kind)
    outcome.opened += 1
    socket.once('close', () => {
      open.delete(socket)
      outcome.slowestCutMs = Math.max(outcome.slowestCutMs, Math.round(performance.now() - begun))
      if (performance.now() < until) begin(kind, slow)
    })
  }
  for (let at = 0; at < pressure.each; at += 1) {
    if (at % AT_ONCE === 0) await pause(RAMP_MS)
    for (const [kind, slow] of Object.entries(clients)) begin(kind, slow)
  }
  while (open.size > 0 && performance.now() < until + pressure.cutWithinMs) await pause(100)
  outcome.uncut = [...new Set(open.values())].sort()
  for (const socket of open.keys()) socket.destroy()
  return outcome
}

function openSlowClient(url: string, { begin, drip }: SlowClient): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  const dripping = setInterval(() => drip(socket), DRIP_MS)
  socket.once('close', () => clearInterval(dripping))
  socket.write(begin)
  return socket
}
