export function AnnouncementPage() {
  return null
}
