import type { AdminAnnouncement } from '@stampus/contract/console/announcements'
import { expect } from 'vitest'
import type { TestApp } from '../server/app.ts'
import type { createContentManager } from './content.ts'

const MINUTE = 60_000

/** The calls that the console makes for announcements. `defaults` are the facts of those that a test adds. */
export function announcementCalls(
  server: TestApp,
  manager: Awaited<ReturnType<typeof createContentManager>>,
  defaults: { title: string; content: string; published_at: string | null },
) {
  const facts = (overrides: object = {}) => ({ ...defaults, image_key: null, ...overrides })
  return {
    facts,
    add: (overrides: object = {}) => manager.call<AdminAnnouncement>('POST', '/announcements', facts(overrides)),
    change: ({ id, version }: { id: number; version: number }, overrides: object) =>
      manager.call<AdminAnnouncement>('PUT', `/announcements/${id}`, { ...facts(overrides), version }),
    /** The titles that members see; the total is their number. */
    listedTitles: async (): Promise<string[]> => {
      const { data, meta } = (await server.app.inject('/api/announcements')).json()
      expect(meta.total).toBe(data.length)
      return data.map(({ title }: { title: string }) => title)
    },
    minutesAhead: (minutes: number) => new Date(server.deps.now().getTime() + minutes * MINUTE).toISOString(),
  }
}
