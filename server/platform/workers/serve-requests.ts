import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import {
  CHANNEL_FD,
  type ChildCost,
  type ChildMessage,
  type ChildRequest,
  createMessageDecoder,
  encodeMessage,
  MAX_MESSAGE_BYTES,
  MAX_REQUEST_BYTES,
  type SerializedError,
} from './child-messages.ts'

/** Runs in a second thread, because work may block. Kills the process without a server, and above memory or time. */
const WATCHDOG = `
const { workerData } = require('node:worker_threads')
const { writeSync } = require('node:fs')
setInterval(() => {
  const isOrphan = process.platform !== 'win32' && process.ppid !== workerData.parent
  const isTooLarge = process.memoryUsage.rss() > workerData.memoryBytes
  const { user, system } = process.cpuUsage()
  const isTooLong = (user + system) / 1000 > workerData.until[0]
  if (isTooLong) writeSync(2, 'Out of time\\n')
  if (isTooLarge) writeSync(2, 'Out of memory\\n')
  if (isOrphan || isTooLarge || isTooLong) process.kill(process.pid, 'SIGKILL')
}, 100)`

/** One request at a time. The process exits when the server closes the channel or exits. */
export function serveRequests<Data, Result, Progress = never>(
  work: (data: Data, reportProgress: (progress: Progress) => void) => Result | Promise<Result>,
): void {
  // A service manager may send these to every process of the server, but the server closes its children itself.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  const channel = new Socket({ fd: CHANNEL_FD })
  channel.on('error', () => process.exit()).on('close', () => process.exit())
  const send = (message: ChildMessage) =>
    new Promise((sent) => channel.write(Buffer.concat(encodeMessage(message, MAX_MESSAGE_BYTES)), sent))
  const measureCost = costMeter()
  const decode = createMessageDecoder(MAX_REQUEST_BYTES)
  const until = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))
  let isWatched = false
  channel.on('data', (bytes: Buffer) => {
    for (const request of decode(bytes)) void respond(request as ChildRequest)
  })

  async function respond({ id, data, milliseconds, ...watched }: ChildRequest): Promise<void> {
    const { user, system } = process.cpuUsage()
    until[0] = (user + system) / 1000 + milliseconds
    if (!isWatched) new Worker(WATCHDOG, { eval: true, workerData: { ...watched, until } }).unref()
    isWatched = true
    try {
      const result = await work(data as Data, (progress) => void send({ id, progress }))
      await send({ id, result, cost: measureCost() })
    } catch (error) {
      await send({ id, error: serializeError(error) })
    } finally {
      until[0] = Number.POSITIVE_INFINITY
    }
  }
}

/** The first request includes the start of the process. */
function costMeter(): () => ChildCost {
  let before = 0
  return () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage()
    const all = (userCPUTime + systemCPUTime) / 1e6
    const cpuSeconds = all - before
    before = all
    return { cpuSeconds, peakBytes: peakBytes(), heldBytes: process.memoryUsage.rss() }
  }
}

/** On Linux `maxRSS` includes the memory of the server, of which this process is a fork. */
function peakBytes(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? []
    if (kilobytes) return Number(kilobytes) * 1024
  } catch {
    // Only Linux has this file.
  }
  return process.resourceUsage().maxRSS * 1024
}

function serializeError(thrown: unknown): SerializedError {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) }
  const { name, message, stack } = thrown
  return { name, message, stack, code: 'code' in thrown ? String(thrown.code) : undefined }
}
