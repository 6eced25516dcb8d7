import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root, windows } from './root.mjs'

/**
 * Runs a program to its end and returns its exit code. It runs in its own process group, so that a Ctrl-C, which npm forwards
 * a second time, reaches it only once. The closed IPC channel tells it when this process has ended.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, output?: 'inherit' | 'ignore', shell?: boolean, onStart?: (pid: number) => void }} options
 * @returns {Promise<number>}
 */
export function runChild(command, args, { env, output = 'inherit', shell = false, onStart }) {
  const stdio = /** @type {const} */ (['inherit', output, 'inherit', 'ipc'])
  const child = spawn(command, args, { cwd: root, env, shell, detached: !windows, stdio: [...stdio] })
  if (child.pid !== undefined) onStart?.(child.pid)
  const stopPassing = passSignals(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      stopPassing()
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1))
    })
  })
}

/** @param {import('node:child_process').ChildProcess} child */
function passSignals(child) {
  let passedAt = 0
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    if (Date.now() - passedAt < 1000) return
    passedAt = Date.now()
    signalGroup(child, signal)
  }
  process.on('SIGINT', pass).on('SIGTERM', pass)
  const npmWatch = whenNpmIsGone(() => pass('SIGTERM'))
  return () => {
    clearInterval(npmWatch)
    process.off('SIGINT', pass).off('SIGTERM', pass)
  }
}

/**
 * On Windows the console sends Ctrl-C to every process, and `kill` would not let them end cleanly.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (windows || child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}

/** Calls `onGone` if npm is killed, which leaves its script running. @param {() => void} onGone */
function whenNpmIsGone(onGone) {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined) return undefined
  return setInterval(() => process.ppid !== parent && onGone(), 250).unref()
}
