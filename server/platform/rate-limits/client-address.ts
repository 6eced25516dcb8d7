import { isIPv6 } from 'node:net'

const GROUPS_OF_A_HOUSEHOLD = 4

/** What stands for a client's address in a limit: IPv6 by its first 64 bits, for a household may change the rest. */
export function addressKey(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (ipv4 || !isIPv6(address)) return ipv4 ?? address
  return firstGroups(address).join(':')
}

function firstGroups(address: string): string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const given = head.split(':').filter(Boolean)
  const missing = 8 - given.length - tail.split(':').filter(Boolean).length
  const zeros = address.includes('::') ? Array.from({ length: missing }, () => '0') : []
  return [...given, ...zeros, ...tail.split(':')]
    .slice(0, GROUPS_OF_A_HOUSEHOLD)
    .map((group) => group.replace(/^0+(?=.)/, ''))
}
