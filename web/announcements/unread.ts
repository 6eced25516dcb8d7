type Loaded = { ids: number[]; total: number | undefined; hasNextPage: boolean }

/**
 * How many announcements are unread, or undefined while more pages must be looked at: once all read ones have been met,
 * the rest of the server's total is unread, and a person who has read little needs one page only.
 */
export function unreadCount(read: number[], { ids, total, hasNextPage }: Loaded): number | undefined {
  const met = read.filter((id) => ids.includes(id)).length
  if (!hasNextPage) return ids.length - met
  return total !== undefined && met === read.length ? total - met : undefined
}
