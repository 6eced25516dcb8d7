import * as calls from '@stampus/contract/console/audit'
import { CONSOLE_PAGE_SIZE } from '@stampus/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { PlatformDeps } from '../deps.ts'
import { type RouteContext, registerRoutes } from '../http/route.ts'
import { type AuditSubject, type Change, listAuditEntries } from './audit.store.ts'

const VALUE_MAX = 2000

export function auditRoutes(
  app: FastifyInstance,
  { db, config }: PlatformDeps,
  routeContext: RouteContext,
  subjects: AuditSubject[],
): void {
  registerRoutes(app, routeContext, calls, {
    auditLog: async (given) => {
      const filter = { ...given, timeZone: config.TIME_ZONE }
      const found = await listAuditEntries(db.pool, subjects, filter, CONSOLE_PAGE_SIZE + 1)
      const data = found.slice(0, CONSOLE_PAGE_SIZE).map((row) => ({ ...row, changes: presentChanges(row.changes) }))
      return { data, older: found.length > CONSOLE_PAGE_SIZE ? (data.at(-1)?.id ?? null) : null }
    },
  })
}

const presentChanges = (changes: Change[] | null) =>
  changes?.map(({ field, before, after }) => ({ field, before: truncate(before), after: truncate(after) })) ?? null

const truncate = (value: string | null): string | null =>
  value !== null && value.length > VALUE_MAX ? `${value.slice(0, VALUE_MAX)}…` : value
