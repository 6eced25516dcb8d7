export function RecentActivity() {
  return null
}
