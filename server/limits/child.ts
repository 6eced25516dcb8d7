import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { parse } from 'node:path'
import { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { compiled } from '../built.ts'
import {
  CHANNEL,
  type ChildFault,
  type ChildLimits,
  type Cost,
  isWord,
  QUESTION_BYTES,
  WORD_BYTES,
  type Word,
  wordsReader,
  written,
} from './child-words.ts'
import { OUT_OF_MEMORY, TOO_LONG } from './thread.ts'

/** What a child gets, what may stop it, and what is called with its news and its cost. */
type Asked<News> = {
  data: unknown
  limits: ChildLimits
  signal?: AbortSignal | undefined
  onNews?: ((news: News) => void) | undefined
  onCost?: ((cost: Cost) => void) | undefined
}

/** How it ended. A child that has answered or failed ends by itself; any other is killed. */
type End = { answer?: unknown; fault?: Error; isLastWord: boolean }
type Conclude = (end: End) => void

const LOOK_MS = 50
const LAST_LINES = 2048
const BELOW_MEMBERS = 5
const LOWEST = 19
const ENDING_MS = 1000

/**
 * Runs `script` in a process of its own and returns its answer. A hostile input or a crash of native code then cannot block the server,
 * end it, or leave memory behind. Rejects with what the child threw, or with a fault that `overrun` knows; an aborted signal kills the
 * child. Settles when the child is gone, at the latest a second after it was killed.
 */
export async function askChild<Answer, News = never>(script: URL, asked: Asked<News>): Promise<Answer> {
  const { data, limits, signal } = asked
  signal?.throwIfAborted()
  const question = written({ data, memoryBytes: limits.memoryBytes, parent: process.pid }, QUESTION_BYTES)
  const child = start(script, limits)
  const { promise: concluded, resolve: conclude } = Promise.withResolvers<End>()
  const gone = goneOf(child, conclude)
  const stopWatching = watch(child, asked, conclude)
  talk(child, { question, asked, conclude })
  const end = await concluded
  stopWatching()
  await endChild(child, gone, end)
  if (end.fault) throw end.fault
  return end.answer as Answer
}

/**
 * The child gets no signals of the server's process group and no settings, but for the folder of compiled code, and that
 * onnxruntime neither reports to its maker nor keeps files for that.
 */
function start(script: URL, { heapMb }: ChildLimits): ChildProcess {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, fileURLToPath(script)], {
    cwd: parse(process.execPath).root,
    env: { NODE_COMPILE_CACHE: compiled, ORT_DISABLE_TELEMETRY: '1' },
    // On Windows a pipe that is not overlapped holds back what the child writes while it waits for what it reads.
    stdio: ['ignore', 'ignore', 'pipe', 'overlapped'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  try {
    if (child.pid !== undefined) setPriority(child.pid, Math.min(LOWEST, getPriority() + BELOW_MEMBERS))
  } catch {
    // It has ended already; `goneOf` reports that.
  }
  return child
}

/** Resolves when the child is gone, or could not be started. */
function goneOf(child: ChildProcess, conclude: Conclude): Promise<void> {
  let lines = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lines = (lines + text).slice(-LAST_LINES)
  })
  return new Promise((resolve) => {
    child.once('error', (cause) => {
      conclude({ fault: fault('A child process could not be started', 'ERR_CHILD_ENDED', cause), isLastWord: true })
      resolve()
    })
    child.once('close', (code, signal) => {
      const kind = /out of memory/i.test(lines) ? OUT_OF_MEMORY : 'ERR_CHILD_ENDED'
      const message = `A child process ended without an answer (${signal ?? code}). ${lines}`.trim()
      conclude({ fault: fault(message, kind), isLastWord: true })
      resolve()
    })
  })
}

/** Ends the wait where the child takes too long or too much memory, or is not needed any more. */
function watch(child: ChildProcess, { limits, signal }: Asked<never>, conclude: Conclude): () => void {
  const stop = (message: string, code: string) => conclude({ fault: fault(message, code), isLastWord: false })
  const onAbort = () => stop('A child process was stopped', 'ERR_CHILD_ENDED')
  const late = setTimeout(() => stop('A child process took too long', TOO_LONG), limits.milliseconds)
  const look = setInterval(() => {
    if (residentBytes(child) > limits.memoryBytes) stop('A child process took too much memory', OUT_OF_MEMORY)
  }, LOOK_MS)
  signal?.addEventListener('abort', onAbort, { once: true })
  return () => {
    clearTimeout(late)
    clearInterval(look)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Only Linux says this of another process: elsewhere, and for one that has ended, it is 0. */
function residentBytes({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

type Talk<News> = { question: Buffer[]; asked: Asked<News>; conclude: Conclude }

function talk<News>(child: ChildProcess, { question, asked, conclude }: Talk<News>): void {
  const channel = child.stdio?.[CHANNEL]
  if (!(channel instanceof Duplex)) return
  const wordsOf = wordsReader(WORD_BYTES)
  channel.on('error', () => undefined) // the child has ended, which its `close` event reports
  channel.on('data', (bytes: Buffer) => {
    try {
      for (const word of wordsOf(bytes)) {
        if (!isWord(word)) throw new TypeError('A child process says what is no word')
        hear(word, asked, conclude)
      }
    } catch (cause) {
      channel.destroy()
      conclude({ fault: fault('A child process was not understood', 'ERR_CHILD_ENDED', cause), isLastWord: false })
    }
  })
  for (const bytes of question) channel.write(bytes)
}

function hear<News>(word: Word, { onNews, onCost }: Asked<News>, conclude: Conclude): void {
  if ('news' in word) {
    onNews?.(word.news as News)
  } else if ('answer' in word) {
    onCost?.(word.cost)
    conclude({ answer: word.answer, isLastWord: true })
  } else {
    conclude({ fault: thrownBy(word.fault), isLastWord: true })
  }
}

function thrownBy({ name, message, code, stack }: ChildFault): Error {
  const Kind = name === 'RangeError' ? RangeError : Error
  return Object.assign(new Kind(message), { name, code, stack })
}

async function endChild(child: ChildProcess, gone: Promise<void>, { isLastWord }: End): Promise<void> {
  if (isLastWord) await within(ENDING_MS, gone)
  child.kill('SIGKILL')
  await within(ENDING_MS, gone)
  for (const stream of child.stdio ?? []) stream?.destroy()
}

async function within(milliseconds: number, gone: Promise<void>): Promise<void> {
  const timer = new AbortController()
  const late = pause(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined)
  await Promise.race([gone, late])
  timer.abort()
}

function fault(message: string, code: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code })
}
