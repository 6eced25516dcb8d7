import { chmod, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { errorCodeOf } from '../errors.ts'

type Commands = Record<string, (report: (line: string) => void) => Promise<string>>
type Message = { report: string } | { done: string } | { error: string }

const pathIn = (dataDir: string): string => join(dataDir, 'commands')

/**
 * Runs commands for the terminal while this process has the data folder locked: only users who can read the folder can
 * connect. Returns a function that ends it. Not on Windows, which has no such sockets.
 */
export async function serveCommands(dataDir: string, commands: Commands): Promise<() => void> {
  if (process.platform === 'win32') return () => {}
  const path = pathIn(dataDir)
  await rm(path, { force: true })
  const server = createServer((socket) => {
    // The terminal may be closed meanwhile: the command continues.
    const ignore = () => {}
    const lines = createInterface(socket.on('error', ignore)).on('error', ignore)
    lines.once('line', (name) => void answer(socket, commands, name))
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(path, resolve)
  await promise
  await chmod(path, 0o600)
  server.unref()
  return () => server.close()
}

async function answer(socket: Socket, commands: Commands, name: string): Promise<void> {
  const send = (message: Message) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`))
  const unknown = () => Promise.reject(new Error(`This server does not know the command ${name}.`))
  const run = new Map(Object.entries(commands)).get(name) ?? unknown
  await run((report) => send({ report })).then(
    (done) => send({ done }),
    (error: Error) => send({ error: error.message }),
  )
  socket.end()
}

/** Undefined if no server has the data folder. Throws the server's error. */
export async function askServer(dataDir: string, name: string, report: (line: string) => void) {
  const socket = createConnection(pathIn(dataDir))
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  socket.once('connect', () => resolve(true)).once('error', reject)
  const isThere = await promise.catch((error) => {
    if (['ENOENT', 'ECONNREFUSED', 'EINVAL'].includes(errorCodeOf(error) ?? '')) return false
    throw error
  })
  if (!isThere) return undefined
  socket.write(`${name}\n`)
  for await (const line of createInterface(socket)) {
    const message = JSON.parse(line) as Message
    if ('done' in message) return message.done
    if ('error' in message) throw new Error(message.error)
    report(message.report)
  }
  throw new Error('The server ended before the command did.')
}
