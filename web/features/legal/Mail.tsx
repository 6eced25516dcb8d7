import { settings } from '../../shared/settings.ts'

/** The address for questions. */
export function Mail() {
  const { support_email: address } = settings
  return <a href={`mailto:${address}`}>{address}</a>
}
