import type { AuditEntry } from '@stampus/contract/console/audit'
import * as calls from '@stampus/contract/console/audit'
import { CONSOLE_PAGE_SIZE } from '@stampus/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { PlatformDeps } from '../deps.ts'
import { type RouteContext, registerRoutes } from '../http/route.ts'
import { type AuditLogRow, type AuditSubject, type Change, listAuditEntries } from './audit.store.ts'

const VALUE_MAX = 2000

export function auditRoutes(
  app: FastifyInstance,
  { db, config }: PlatformDeps,
  routeContext: RouteContext,
  subjects: AuditSubject[],
): void {
  registerRoutes(app, routeContext, calls, {
    auditLog: async ({ operator_id, group, subject_kind, subject_id, from, to, before }) => {
      const about = { operatorId: operator_id, group, subjectKind: subject_kind, subjectId: subject_id }
      const filter = { ...about, from, to, before, timeZone: config.TIME_ZONE }
      const found = await listAuditEntries(db.pool, subjects, filter, CONSOLE_PAGE_SIZE + 1)
      const data = found.slice(0, CONSOLE_PAGE_SIZE).map(presentEntry)
      return { data, older: found.length > CONSOLE_PAGE_SIZE ? (data.at(-1)?.id ?? null) : null }
    },
  })
}

function presentEntry(row: AuditLogRow): AuditEntry {
  const { operator_id, operator_name, owner_id, owner_name, created_at, changes, ...entry } = row
  const operator = operator_id === null ? null : { id: operator_id, name: operator_name ?? '' }
  const owner = owner_id === null ? null : { id: owner_id, name: owner_name ?? '' }
  return {
    ...entry,
    operator,
    owner,
    changes: changes?.map(presentChange) ?? null,
    created_at: created_at.toISOString(),
  }
}

function presentChange({ field, before, after }: Change): Change {
  return { field, before: truncate(before), after: truncate(after) }
}

function truncate(value: string | null): string | null {
  return value !== null && value.length > VALUE_MAX ? `${value.slice(0, VALUE_MAX)}…` : value
}
