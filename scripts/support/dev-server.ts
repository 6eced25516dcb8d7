import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { root, windows } from './root.mjs'

const SETTLE_MS = 150

/** Starts the server, and restarts it when a file of server/, demo/ or contract/ changes. */
export function startRestartingServer(settings: Record<string, string>) {
  let child = start(settings)
  let soon: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
  const restart = async () => {
    await end(child)
    child = start(settings)
  }
  const onChange = (_: string, file: string | null) => {
    if (file?.endsWith('.test.ts')) return
    clearTimeout(soon)
    soon = setTimeout(() => {
      turn = turn.then(restart)
    }, SETTLE_MS)
  }
  const watchers = ['server', 'demo', 'contract'].map((folder) =>
    watch(join(root, folder), { recursive: true }, onChange),
  )
  const stop = async () => {
    clearTimeout(soon)
    for (const watcher of watchers) watcher.close()
    await turn
    await end(child)
  }
  return { stop }
}

/** Starts it in its own process group, so that it gets a Ctrl-C only once. The IPC channel ends with this process. */
function start(settings: Record<string, string>) {
  const env = { ...process.env, ...settings }
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  return spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: [...stdio], detached: !windows })
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
