import { QrCode } from '../qr/QrCode.tsx'

type Props = {
  secret: string
  /** What the QR code says: where an authenticator app finds the secret. */
  uri: string
  /** What the QR code is, for screen readers. */
  title: string
  label: string
}

/** The secret of a second factor, as a QR code and as text for typing. */
export function SecretKey({ secret, uri, title, label }: Props) {
  return (
    <>
      <QrCode value={uri} title={title} className="w-50 rounded-control" />
      <p>
        <span className="block text-small text-muted">{label}</span>
        <code className="wrap-anywhere font-receipt">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
    </>
  )
}
