import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Certificate } from './certificate.ts'

const STARTS_WITHIN_MS = 20_000

/** The path of nginx on this machine; undefined where it has none. */
export function findNginx(): string | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return places.map((place) => join(place, 'nginx')).find(existsSync)
}

type Given = {
  folder: string
  ports: { plain: number; secure: number }
  replicas: number[]
  certificate: Certificate
  /** Other names than the shipped ones, whose requests have the port in their host. */
  hosts?: string
}

/**
 * Starts nginx with our complete shipped configuration on the loopback address; only ports, paths and, where they are given,
 * hosts are replaced. It ends with this process.
 */
export async function startProxy(nginx: string, given: Given): Promise<() => Promise<void>> {
  const { folder, ports } = given
  const path = join(folder, 'nginx.conf')
  await writeFile(path, configurationFor(given))
  const proxy = spawn('/bin/sh', ['-c', untilEndOfInput, 'sh', nginx, folder, path], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const gone = once(proxy, 'exit')
  await untilListening(ports.secure)
  return async () => {
    proxy.stdin.end()
    await gone
  }
}

async function untilListening(port: number): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS
  while (Date.now() < until) {
    const probe = connect(port, '127.0.0.1')
    const isOpen = await once(probe, 'connect').catch(() => undefined)
    probe.destroy()
    if (isOpen) return
    await pause(50)
  }
  throw new Error('nginx did not start')
}

const untilEndOfInput = `
"$1" -p "$2" -c "$3" -e stderr &
proxy=$!
while read -r _; do :; done
kill -TERM "$proxy"
wait "$proxy"
`

const SHIPPED = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')

function configurationFor({ folder, ports, replicas, certificate, hosts }: Given): string {
  const inHttp = replicas
    .reduce((lines, replica) => lines.replace(/10\.0\.0\.\d+:4000/, `127.0.0.1:${replica}`), SHIPPED)
    .replace(/ *server 10\.0\.0\.\d+:4000.*\n/g, '')
    .replace(/listen 80\b/g, `listen 127.0.0.1:${ports.plain}`)
    .replace(/listen 443\b/g, `listen 127.0.0.1:${ports.secure}`)
    .replace(/(ssl_certificate) .*;/g, `$1 ${certificate.cert};`)
    .replace(/(ssl_certificate_key) .*;/g, `$1 ${certificate.key};`)
    .replace(/(access_log) .* stampus;/g, `$1 ${folder}/access.log stampus;`)
    .replace(/(error_log) .* alert;/g, `$1 ${folder}/error.log alert;`)
  const named = (lines: string) =>
    lines.replace(/(server_name) .*;/g, `$1 ${hosts};`).replace('Host $host;', 'Host $http_host;')
  return configuration(folder, hosts ? named(inHttp) : inHttp)
}

const configuration = (folder: string, inHttp: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
error_log stderr crit;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/nginx-body;
  proxy_temp_path ${folder}/nginx-proxy;
  fastcgi_temp_path ${folder}/nginx-fastcgi;
  uwsgi_temp_path ${folder}/nginx-uwsgi;
  scgi_temp_path ${folder}/nginx-scgi;
  client_max_body_size 20m;
  ${inHttp}
}
`
