import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { parse } from 'node:path'
import { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { compiled } from '../lifecycle/build-output.ts'
import { CHANNEL, type ChildLimits, isWord, WORD_BYTES, type Word, wordsReader } from './child-messages.ts'
import { OUT_OF_MEMORY } from './thread.ts'

/**
 * A process that runs one of our scripts. Its words go to `listener`, as does the fault once it is gone or says what is no word; `gone`
 * resolves when it has ended, or could not be started. `lines` is the end of what it wrote about itself.
 */
export type Child = {
  script: URL
  limits: ChildLimits
  process: ChildProcess
  gone: Promise<void>
  listener: Listener | undefined
  questions: number
  lines: string
}
export type Listener = { onWord: (word: Word) => void; onFault: (fault: Error) => void }

const LAST_LINES = 2048
const BELOW_MEMBERS = 5
const LOWEST = 19
const ENDING_MS = 1000

/**
 * The child gets no signals of the server's process group and no settings, but for the folder of compiled code, and that
 * onnxruntime neither reports to its maker nor keeps files for that.
 */
export function startChild(script: URL, limits: ChildLimits): Child {
  const process = spawn(globalThis.process.execPath, [`--max-old-space-size=${limits.heapMb}`, fileURLToPath(script)], {
    cwd: parse(globalThis.process.execPath).root,
    env: { NODE_COMPILE_CACHE: compiled, ORT_DISABLE_TELEMETRY: '1' },
    // On Windows a pipe that is not overlapped holds back what the child writes while it waits for what it reads.
    stdio: ['ignore', 'ignore', 'pipe', 'overlapped'],
    detached: globalThis.process.platform !== 'win32',
    windowsHide: true,
  })
  try {
    if (process.pid !== undefined) setPriority(process.pid, Math.min(LOWEST, getPriority() + BELOW_MEMBERS))
  } catch {
    // It has ended already; `gone` says so.
  }
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  const child: Child = { script, limits, process, gone, listener: undefined, questions: 0, lines: '' }
  watchEnd(child, resolve)
  hearWords(child)
  return child
}

function watchEnd(child: Child, resolve: () => void): void {
  child.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
    child.lines = (child.lines + text).slice(-LAST_LINES)
  })
  child.process.once('error', (cause) => {
    child.listener?.onFault(childFault('A child process could not be started', 'ERR_CHILD_ENDED', cause))
    resolve()
  })
  child.process.once('close', (code, signal) => {
    const kind = /out of memory/i.test(child.lines) ? OUT_OF_MEMORY : 'ERR_CHILD_ENDED'
    const message = `A child process ended without an answer (${signal ?? code}). ${child.lines}`.trim()
    child.listener?.onFault(childFault(message, kind))
    resolve()
  })
}

function hearWords(child: Child): void {
  const channel = channelOf(child)
  if (!channel) return
  const wordsOf = wordsReader(WORD_BYTES)
  channel.on('error', () => undefined) // the child has ended, which its `close` event reports
  channel.on('data', (bytes: Buffer) => {
    try {
      for (const word of wordsOf(bytes)) {
        if (!isWord(word)) throw new TypeError('A child process says what is no word')
        child.listener?.onWord(word)
      }
    } catch (cause) {
      channel.destroy()
      child.listener?.onFault(childFault('A child process was not understood', 'ERR_CHILD_ENDED', cause))
    }
  })
}

/** Whether a child can be asked: it has not ended, and its channel is open. One that ends may be noticed a little later. */
export function isAlive(child: Child): boolean {
  return !hasEnded(child) && channelOf(child)?.destroyed === false
}

export function hasEnded({ process: { exitCode, signalCode } }: Child): boolean {
  return exitCode !== null || signalCode !== null
}

/** What the server and the child write to each other; undefined where the child could not be started. */
export function channelOf({ process }: Child): Duplex | undefined {
  const channel = process.stdio?.[CHANNEL]
  return channel instanceof Duplex ? channel : undefined
}

/** Only Linux says this of another process: elsewhere, and for one that has ended, it is 0. */
export function residentBytes({ process: { pid } }: Child): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Ends a child that waits for a question: it sees its channel closed. Killed where that takes more than a second. */
export async function dismissChild(child: Child): Promise<void> {
  channelOf(child)?.destroy()
  await within(ENDING_MS, child.gone)
  await killChild(child)
}

/** Kills a child and waits until it is gone, at most a second. */
export async function killChild({ process, gone }: Child): Promise<void> {
  process.kill('SIGKILL')
  await within(ENDING_MS, gone)
  for (const stream of process.stdio ?? []) stream?.destroy()
}

async function within(milliseconds: number, gone: Promise<void>): Promise<void> {
  const timer = new AbortController()
  const late = pause(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined)
  await Promise.race([gone, late])
  timer.abort()
}

export function childFault(message: string, code: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code })
}
