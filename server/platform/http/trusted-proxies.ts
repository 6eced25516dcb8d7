import type { IncomingMessage } from 'node:http'

/** As some proxies write it: `203.0.113.9:50001` or `[2001:db8::1]:50001`, quoted or not. */
const WITH_PORT = /^"?(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?"?$/

/** Before anything trusts or counts forwarded addresses: each connection has another port. */
export function stripForwardedPorts({ headers }: IncomingMessage): void {
  const given = headers['x-forwarded-for']
  if (typeof given !== 'string') return
  headers['x-forwarded-for'] = given
    .split(',')
    .map((part) => part.trim().replace(WITH_PORT, '$1$2'))
    .join(', ')
}
