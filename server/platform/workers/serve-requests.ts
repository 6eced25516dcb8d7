import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import {
  CHANNEL,
  type ChildCost,
  type ChildFault,
  QUESTION_BYTES,
  type Question,
  WORD_BYTES,
  type Word,
  wordsReader,
  written,
} from './child-messages.ts'

/**
 * Runs in a second thread, because the work may block its own for long. Ends the process when the server is gone, and when it takes more
 * memory than it may: the server itself can see that on Linux only.
 */
const WATCH = `
const { workerData } = require('node:worker_threads')
const { writeSync } = require('node:fs')
setInterval(() => {
  const isLeft = process.platform !== 'win32' && process.ppid !== workerData.parent
  const isTooLarge = process.memoryUsage.rss() > workerData.memoryBytes
  if (isTooLarge) writeSync(2, 'Out of memory\\n')
  if (isLeft || isTooLarge) process.kill(process.pid, 'SIGKILL')
}, 100)`

/**
 * What a script calls that `runInChild` runs. `work` gets the data of each question, may send news, and returns the answer. There is one
 * question at a time. The process ends when the server closes the channel, and with the server.
 */
export function serveRequests<Data, Answer, News = never>(
  work: (data: Data, tell: (news: News) => void) => Answer | Promise<Answer>,
): void {
  // A service manager may send these to every process of the server, but the server ends its children itself.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  const channel = new Socket({ fd: CHANNEL })
  channel.on('error', () => process.exit()).on('close', () => process.exit())
  const say = (word: Word) => new Promise((said) => channel.write(Buffer.concat(written(word, WORD_BYTES)), said))
  const costOf = costs()
  const wordsOf = wordsReader(QUESTION_BYTES)
  let isWatched = false
  channel.on('data', (bytes: Buffer) => {
    for (const word of wordsOf(bytes)) void answer(word as Question)
  })

  async function answer({ number, data, ...watched }: Question): Promise<void> {
    if (!isWatched) new Worker(WATCH, { eval: true, workerData: watched }).unref()
    isWatched = true
    try {
      const answer = await work(data as Data, (news) => void say({ number, news }))
      await say({ number, answer, cost: costOf() })
    } catch (error) {
      await say({ number, fault: faultOf(error) })
    }
  }
}

/** What each answer has cost: the start of the process counts to the first. */
function costs(): () => ChildCost {
  let before = 0
  return () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage()
    const all = (userCPUTime + systemCPUTime) / 1e6
    const cpuSeconds = all - before
    before = all
    return { cpuSeconds, peakBytes: peakBytes(), heldBytes: process.memoryUsage.rss() }
  }
}

/** What Linux counts for `maxRSS` begins with the memory of the server, of which this process was a copy. */
function peakBytes(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? []
    if (kilobytes) return Number(kilobytes) * 1024
  } catch {
    // Only Linux has this file.
  }
  return process.resourceUsage().maxRSS * 1024
}

function faultOf(thrown: unknown): ChildFault {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) }
  const { name, message, stack } = thrown
  return { name, message, stack, code: 'code' in thrown ? String(thrown.code) : undefined }
}
