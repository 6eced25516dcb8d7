import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parse } from 'node:path'
import { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { compiled } from '../lifecycle/build-output.ts'
import {
  CHANNEL_FD,
  type ChildLimits,
  type ChildMessage,
  createMessageDecoder,
  isChildMessage,
  MAX_MESSAGE_BYTES,
} from './child-messages.ts'
import { getLowerPriority, OUT_OF_MEMORY, TOO_LONG } from './thread.ts'

/** `listener` also gets an error for an exit or an invalid message. `stderr` is the end of the output. */
export type Child = {
  script: URL
  limits: ChildLimits
  process: ChildProcess
  exited: Promise<void>
  listener: ChildListener | undefined
  requests: number
  stderr: string
}
type ChildListener = { onMessage: (message: ChildMessage) => void; onError: (error: Error) => void }

const MAX_STDERR = 2048
const EXIT_MS = 1000

/** Outside the server's process group and its signals. The environment holds no settings. */
export function startChild(script: URL, limits: ChildLimits): Child {
  const process = spawn(globalThis.process.execPath, [`--max-old-space-size=${limits.heapMb}`, fileURLToPath(script)], {
    cwd: parse(globalThis.process.execPath).root,
    env: { NODE_COMPILE_CACHE: compiled, ORT_DISABLE_TELEMETRY: '1' },
    // On Windows a pipe that is not overlapped blocks writes while a read is waiting.
    stdio: ['ignore', 'ignore', 'pipe', 'overlapped'],
    detached: globalThis.process.platform !== 'win32',
    windowsHide: true,
  })
  try {
    if (process.pid !== undefined) setPriority(process.pid, getLowerPriority())
  } catch {
    // The child has exited already, which `exited` reports.
  }
  const { promise: exited, resolve } = Promise.withResolvers<void>()
  const child: Child = { script, limits, process, exited, listener: undefined, requests: 0, stderr: '' }
  watchExit(child, resolve)
  receiveMessages(child)
  return child
}

function watchExit(child: Child, resolve: () => void): void {
  child.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
    child.stderr = (child.stderr + text).slice(-MAX_STDERR)
  })
  child.process.once('error', (cause) => {
    child.listener?.onError(childError('A child process could not be started', 'ERR_CHILD_ENDED', cause))
    resolve()
  })
  child.process.once('close', (code, signal) => {
    const kind = kindOfExit(child.stderr)
    const message = `A child process exited without a result (${signal ?? code}). ${child.stderr}`.trim()
    child.listener?.onError(childError(message, kind))
    resolve()
  })
}

function kindOfExit(stderr: string): string {
  if (/out of memory/i.test(stderr)) return OUT_OF_MEMORY
  return /^Out of time$/m.test(stderr) ? TOO_LONG : 'ERR_CHILD_ENDED'
}

function receiveMessages(child: Child): void {
  const channel = getChannel(child)
  if (!channel) return
  const decode = createMessageDecoder(MAX_MESSAGE_BYTES)
  channel.on('error', () => undefined) // the child has exited, which its `close` event reports
  channel.on('data', (bytes: Buffer) => {
    try {
      for (const message of decode(bytes)) {
        if (!isChildMessage(message)) throw new TypeError('Not a message of a child process')
        child.listener?.onMessage(message)
      }
    } catch (cause) {
      channel.destroy()
      child.listener?.onError(childError('A child process sent an invalid message', 'ERR_CHILD_ENDED', cause))
    }
  })
}

/** An exit may be noticed a little later. */
export const isAlive = (child: Child): boolean => !hasExited(child) && getChannel(child)?.destroyed === false

export function hasExited({ process: { exitCode, signalCode } }: Child): boolean {
  return exitCode !== null || signalCode !== null
}

export function getChannel({ process }: Child): Duplex | undefined {
  const channel = process.stdio?.[CHANNEL_FD]
  return channel instanceof Duplex ? channel : undefined
}

/** 0 on other systems than Linux, and for a child that has exited. */
export function residentBytes({ process: { pid } }: Child): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** An idle child exits by itself; it is killed if that takes more than a second. */
export async function closeChild(child: Child): Promise<void> {
  getChannel(child)?.destroy()
  await waitAtMost(EXIT_MS, child.exited)
  await killChild(child)
}

export async function killChild({ process, exited }: Child): Promise<void> {
  process.kill('SIGKILL')
  await waitAtMost(EXIT_MS, exited)
  for (const stream of process.stdio ?? []) stream?.destroy()
}

async function waitAtMost(milliseconds: number, exited: Promise<void>): Promise<void> {
  const timer = new AbortController()
  const timeout = pause(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined)
  await Promise.race([exited, timeout])
  timer.abort()
}

export const childError = (message: string, code: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code })
