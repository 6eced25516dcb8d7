import { spawn } from 'node:child_process'
import { exitWithParent } from '../../server/platform/lifecycle/exit-with-parent.ts'
import { watchProcessorTime } from './processor-time.ts'
import { root, windows } from './root.mjs'

type Options = { env?: NodeJS.ProcessEnv; quiet?: boolean; timeoutMs?: number; cwd?: string }
/** `processor` is the processor time of the program and its children in seconds, 0 where the system does not tell. */
type Ended = { code: number; output: string; processor: number }

/** Runs a program. `quiet` returns its output and prints nothing; after `timeoutMs` it and its children are killed. */
export function run(
  command: string,
  args: string[],
  { env = process.env, quiet = false, timeoutMs, cwd = root }: Options = {},
) {
  const limited = timeoutMs !== undefined
  const stdio = quiet ? 'pipe' : 'inherit'
  const detached = limited && !windows
  const child = spawn(command, args, { cwd, env, shell: windows, detached, stdio: ['ignore', stdio, stdio] })
  const limit = limited ? setTimeout(() => endGroup(child.pid), timeoutMs) : undefined
  const processorTime = watchProcessorTime(child.pid ?? 0)
  return new Promise<Ended>((resolve) => {
    const output: Buffer[] = []
    child.stdout?.on('data', (part) => output.push(part))
    child.stderr?.on('data', (part) => output.push(part))
    const end = (code: number) => {
      clearTimeout(limit)
      resolve({ code, output: Buffer.concat(output).toString(), processor: processorTime() })
    }
    child.once('error', () => end(127))
    child.once('close', (code) => end(code ?? 1))
  })
}

function endGroup(pid: number | undefined) {
  if (pid === undefined) return
  try {
    process.kill(windows ? pid : -pid, 'SIGKILL')
  } catch {
    // The process has just ended by itself.
  }
}

/** Ends this process and all that it has started when the process that started it is gone. */
export function endWithParent(): void {
  exitWithParent(() => process.kill(windows ? process.pid : -process.pid, 'SIGTERM'))
}
