const LOOPBACK = /^(localhost|(::ffff:)?127\.\d+\.\d+\.\d+|::1|\[::1\])$/i

/** Whether a host name or address, as written in a setting, a URL or a connection, means this machine alone. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}
