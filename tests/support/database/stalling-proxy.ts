import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A line to a PostgreSQL server that can fall silent, as a frozen server does: nothing is refused and nothing answered. */
export type StallingProxy = { url: string; fallSilent(): void; speakAgain(): void }

/** A line to the database of that address, until the test ends. */
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
    fallSilent: () => {
      silent = true
      for (const socket of sockets) socket.pause()
    },
    speakAgain: () => {
      silent = false
      for (const socket of sockets) socket.resume()
    },
  }
}

/** By a socket in a folder, or by a port. */
function placeOf(databaseUrl: string) {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  return folder ? { path: join(folder, `.s.PGSQL.${port || 5432}`) } : { host: hostname, port: Number(port || 5432) }
}
