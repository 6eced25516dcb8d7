import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

export type Certificate = { key: string; cert: string }

/** Makes a certificate for the loopback address, valid for a day; returns the paths of the certificate and its key. */
export function makeCertificate(folder: string): Certificate {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files], {
    stdio: 'ignore',
  })
  return { key, cert }
}

/** Makes this process trust a certificate. */
export function trust(cert: string): void {
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(cert, 'utf8')])
}

/**
 * The argument that makes Chromium trust it, too. A Chromium that ignores all certificate errors requests files
 * repeatedly and sometimes gives up (ERR_TOO_MANY_RETRIES).
 */
export function chromiumTrusts(cert: string): string {
  const key = new X509Certificate(readFileSync(cert)).publicKey.export({ type: 'spki', format: 'der' })
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`
}
