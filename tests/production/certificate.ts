import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

export type Certificate = { key: string; cert: string }

/** A certificate for this machine's own address, good for a day; answers where it and its key lie. */
export function makeCertificate(folder: string): Certificate {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files], {
    stdio: 'ignore',
  })
  return { key, cert }
}

/** Makes this process believe in a certificate, as its visitors' machines do in that of a real server. */
export function trust(cert: string): void {
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(cert, 'utf8')])
}

/** Makes a Chromium believe in it too. One that is told to overlook faults asks anew for every file, and now and then gives up (ERR_TOO_MANY_RETRIES). */
export function chromiumTrusts(cert: string): string {
  const key = new X509Certificate(readFileSync(cert)).publicKey.export({ type: 'spki', format: 'der' })
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`
}
