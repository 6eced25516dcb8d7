export function AnnouncementsPage() {
  return null
}
