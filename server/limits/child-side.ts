import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import {
  CHANNEL,
  type ChildFault,
  type Cost,
  QUESTION_BYTES,
  type Question,
  WORD_BYTES,
  type Word,
  wordsReader,
  written,
} from './child-words.ts'

/**
 * Runs beside the work, which may hold its own thread for long: ends the process once the one that started it is gone, and where it
 * has taken more memory than it may, which the server sees by itself on Linux alone.
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
 * The work of a script that `askChild` runs: called with its data, it may tell news before it answers. The process ends with the answer,
 * with what the work throws, and with the server.
 */
export function answering<Data, Answer, News = never>(
  work: (data: Data, tell: (news: News) => void) => Answer | Promise<Answer>,
): void {
  // A service manager may tell all of a server's processes to end; the server itself ends its children.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  const channel = new Socket({ fd: CHANNEL })
  channel.on('error', () => process.exit()).on('close', () => process.exit())
  const say = (word: Word) => new Promise((said) => channel.write(Buffer.concat(written(word, WORD_BYTES)), said))
  const wordsOf = wordsReader(QUESTION_BYTES)
  channel.on('data', (bytes: Buffer) => {
    for (const word of wordsOf(bytes)) void answer(word as Question)
  })

  async function answer({ data, ...watched }: Question): Promise<void> {
    new Worker(WATCH, { eval: true, workerData: watched }).unref()
    try {
      await say({ answer: await work(data as Data, (news) => void say({ news })), cost: costSoFar() })
    } catch (error) {
      await say({ fault: faultOf(error) })
    }
    process.exit()
  }
}

function costSoFar(): Cost {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  return { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakBytes: maxRSS * 1024 }
}

function faultOf(thrown: unknown): ChildFault {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) }
  const { name, message, stack } = thrown
  return { name, message, stack, code: 'code' in thrown ? String(thrown.code) : undefined }
}
