import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const ID = /^[\w.-]{8,64}$/

/** Names each request: by the `X-Request-Id` that a proxy of ours has given it (D-67), else by a new id. */
export function requestIds(proxies: string[]): (request: IncomingMessage) => string {
  const ours = listOf(proxies)
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    return typeof given === 'string' && ID.test(given) && isIn(ours, socket.remoteAddress) ? given : randomUUID()
  }
}

function listOf(proxies: string[]): BlockList {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    if (bits) list.addSubnet(address, Number(bits), familyOf(address))
    else list.addAddress(address, familyOf(address))
  }
  return list
}

/** A socket for both families writes IPv4 addresses as IPv6 ones. */
function isIn(list: BlockList, address: string | undefined): boolean {
  const bare = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  return isIP(bare) !== 0 && list.check(bare, familyOf(bare))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
