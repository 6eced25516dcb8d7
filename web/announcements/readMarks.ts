export function useUnreadCount(): number {
  return 0
}
