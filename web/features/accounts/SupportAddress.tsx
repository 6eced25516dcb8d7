import { settings } from '../../shared/settings.ts'

/** The support address as a link. */
export function SupportAddress() {
  return (
    <a href={`mailto:${settings.support_email}`} className="text-blue underline underline-offset-4">
      {settings.support_email}
    </a>
  )
}
