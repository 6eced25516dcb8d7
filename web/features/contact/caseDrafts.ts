import { type CaseSubject, list, type MemberCase, objectKinds, show } from '@stampus/contract/contact/cases'
import { isId } from '@stampus/contract/fields'
import type { QueryClient } from '@tanstack/react-query'
import { q } from '../../shared/api/api.ts'
import { objectValue, subjects } from '../../shared/caseObjects.ts'
import {
  forgetMessageDraft,
  type MessageDraft,
  readMessageDraft,
  saveMessageDraft,
} from '../../shared/storage/messageDrafts.ts'

export const NEW_DRAFT = 'new'

export const caseDraft = (id: number) => `case-${id}`

export function keepSent(queries: QueryClient, sent: MemberCase): void {
  queries.setQueryData(q(show, { id: String(sent.id) }).queryKey, { data: sent })
  void queries.invalidateQueries({ queryKey: [list.access, list.path] })
}

/** Moves what was typed to the form of another draft, below what was typed there. `about` is what the other is about. */
export function moveDraft(from: string, to: string, about: Omit<MessageDraft, 'message' | 'sent'> = {}): void {
  const message = readMessageDraft(from)?.message ?? ''
  const there = readMessageDraft(to)?.message ?? ''
  if (message.trim() !== '')
    saveMessageDraft(to, { message: there.trim() === '' ? message : `${there}\n\n${message}`, ...about })
  forgetMessageDraft(from)
}

export function readChoice(subject: CaseSubject, value: string) {
  const [first, id = ''] = value.split('-')
  // An address can name anything.
  const kind = objectKinds[subject].find((one) => one === first)
  return kind && isId(id) && objectValue({ kind, id: Number(id) }) === value ? { kind, id } : undefined
}

/** What the address says a new case is about. Undefined without a known subject; an impossible thing is left out. */
export function readAsked(search: string): { subject: CaseSubject; object: string } | undefined {
  const query = new URLSearchParams(search)
  const subject = subjects.find((one) => one === query.get('subject'))
  if (!subject) return undefined
  const object = query.get('object') ?? ''
  return { subject, object: readChoice(subject, object) ? object : '' }
}
