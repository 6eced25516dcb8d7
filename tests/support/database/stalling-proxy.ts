import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * A proxy to a PostgreSQL server that can stop forwarding, like a frozen server: connections stay open and nothing is
 * answered.
 */
type StallingProxy = { url: string; stall(): void; resume(): void }

/** Starts a proxy to this database; it ends with the test. */
export async function startStallingProxy(databaseUrl: string): Promise<StallingProxy> {
  const sockets = new Set<Socket>()
  let silent = false
  const line = createServer((near) => {
    const far = connect(placeOf(databaseUrl))
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
      from.pipe(to)
      if (silent) from.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    line.close()
  })
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(line.address() as AddressInfo).port}`
  return {
    url: url.href,
    stall: () => {
      silent = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      silent = false
      for (const socket of sockets) socket.resume()
    },
  }
}

/** A socket in a folder, or a host and port. */
function placeOf(databaseUrl: string) {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  return folder ? { path: join(folder, `.s.PGSQL.${port || 5432}`) } : { host: hostname, port: Number(port || 5432) }
}
