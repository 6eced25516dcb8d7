import * as admin from '@stampus/contract/console/contact/linkGroups'
import * as calls from '@stampus/contract/contact/links'
import { LINK_GROUPS_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import type { Deps } from '../../deps.ts'
import type { AuditValuesOf } from '../../platform/audit/changes.ts'
import { conflict, requireFound } from '../../platform/http/http-error.ts'
import { withMalay } from '../../platform/http/present.ts'
import { routes } from '../../platform/http/route.ts'
import {
  addRecord,
  changeRecord,
  type RecordKind,
  removeRecord,
} from '../../platform/versioned-records/versioned-records.service.ts'
import * as store from './links.store.ts'

const today = ({ config, now }: Deps) => dayIn(config.TIME_ZONE, now())

export const linksRoutes = routes(calls, (deps: Deps) => ({
  list: async () => {
    const groups = (await store.listLinkGroups(deps.db.pool)).map((row) => presentGroup(row, today(deps)))
    return { data: groups.filter(({ links }) => links.length > 0) }
  },
}))

const presentGroup = ({ links, ...group }: store.LinkGroupRow, day: string) => ({
  ...withMalay(group),
  links: links.filter(isShownOn(day)).map(withMalay),
})

const isShownOn =
  (day: string) =>
  ({ start_date, end_date }: admin.AdminLink) =>
    (start_date === null || start_date <= day) && (end_date === null || day <= end_date)

const linkGroups: RecordKind<store.LinkGroupRow> = {
  subject: 'link_group',
  lock: store.lockLinkGroup,
  describe,
  changedText: () => texts.linkGroupChanged,
}

export const linksAdminRoutes = routes(admin, (deps: Deps) => {
  const { pool } = deps.db
  const present = (row: store.LinkGroupRow): admin.AdminLinkGroup => {
    return { ...row, shown_today: row.links.filter(isShownOn(today(deps))).length }
  }
  return {
    list: async () => ({ data: (await store.listLinkGroups(pool)).map(present) }),
    show: async ({ id }) => ({ data: present(requireFound(await store.findLinkGroup(pool, id))) }),
    create: async (input, { operator }) => {
      const added = await addRecord(deps, operator.id, linkGroups, async (tx) => {
        if ((await store.countLinkGroups(tx)) >= LINK_GROUPS_MAX)
          throw conflict(texts.tooManyLinkGroups(LINK_GROUPS_MAX))
        return store.insertLinkGroup(tx, toStored(input))
      })
      return { data: present(added) }
    },
    change: async (input, { operator }) => {
      const changed = await changeRecord(deps, operator.id, linkGroups, input, (tx, before) =>
        store.updateLinkGroup(tx, before, toStored(input, before)),
      )
      return { data: present(changed) }
    },
    remove: async (input, { operator }) => {
      await removeRecord(deps, operator.id, linkGroups, input, (tx) => store.deleteLinkGroup(tx, input.id))
      return { message: texts.removed }
    },
  }
})

function toStored({ title, title_ms, position, links }: store.LinkGroupInput, before?: store.LinkGroupRow) {
  return {
    title,
    title_ms: title_ms === undefined ? (before?.title_ms ?? null) : title_ms,
    position,
    links: links.map(({ title, title_ms = null, address, note = null, note_ms = null, start_date, end_date }) => {
      return { title, title_ms, address, note, note_ms, start_date, end_date }
    }),
  }
}

function describe({
  title,
  title_ms,
  position,
  links,
}: store.LinkGroupRow): AuditValuesOf<store.LinkGroupInput, object> {
  const lines = links.map((link) => {
    const period = link.start_date || link.end_date ? `${link.start_date ?? ''}–${link.end_date ?? ''}` : null
    return [link.title, link.title_ms, link.address, link.note, link.note_ms, period].filter(Boolean).join(' · ')
  })
  return { title, title_ms, position: String(position), links: lines.join('\n') }
}
