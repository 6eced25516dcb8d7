import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serverEnvironment, serverFlags } from '../scripts/support/node.mjs'
import { type Answer, get } from './http-messages.ts'
import { sendOnce } from './load.ts'

export type Running = { port: number; pid: number; startedInMs: number; stop(): Promise<void> }
export type BaselineServer = Running & { teach(path: string, answer: Answer): Promise<void> }

/** Starts the server as in production, with a log line for each request, and waits until it is ready. */
export async function startServer(settings: Record<string, string>): Promise<Running> {
  const port = await freePort()
  const begun = performance.now()
  const where = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port) }
  const env = { ...serverEnvironment, ...where, LOG_LEVEL: 'info', ...settings }
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc']
  const child = fork(join(import.meta.dirname, '../server/main.ts'), { execArgv: serverFlags, env, stdio })
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error('The server ended instead of serving')
    await pause(10)
  }
  return { port, pid: pidOf(child), startedInMs: performance.now() - begun, stop: () => stop(child) }
}

/** Starts a `node:http` server that sends prepared responses. */
export async function startBaseline(): Promise<BaselineServer> {
  const begun = performance.now()
  const child = fork(join(import.meta.dirname, 'baseline-server.ts'))
  const [port] = await once(child, 'message')
  const teach = async (path: string, { status, head, body }: Answer) => {
    child.send({ path, status, headers: headersIn(head), body: body.toString('base64') })
    await once(child, 'message')
  }
  return { port, pid: pidOf(child), startedInMs: performance.now() - begun, stop: () => stop(child), teach }
}

/** The headers of an answer, without those that Node adds itself. */
function headersIn(head: string): Record<string, string> {
  const pairs = [...head.matchAll(/^([^:\r\n]+): (.*?)\r?$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  return Object.fromEntries(pairs.filter(([name]) => !/^(date|connection|keep-alive)$/i.test(name)))
}

async function isReady(port: number): Promise<boolean> {
  return sendOnce(port, get('/readyz')).then(
    ({ status }) => status === 200,
    () => false,
  )
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('The process did not start')
  return pid
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
