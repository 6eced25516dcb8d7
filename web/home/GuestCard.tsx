export function GuestCard(_: { unverified: boolean }) {
  return null
}
