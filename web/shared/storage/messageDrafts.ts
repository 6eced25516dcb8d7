import { randomKey } from '@stampus/contract/client'
import { useSession } from './session.ts'
import { tryStorage } from './tryStorage.ts'

/** What a member has typed and not sent, with the key under which exactly this was sent without an answer. */
export type MessageDraft = {
  message: string
  subject?: string
  object?: string
  /**
   * The visit (key of the router and query) whose address chose subject and object. Later choices count. The key of a
   * page not opened from within the app is `default`, so opening the same address again is the same visit.
   */
  visit?: string | undefined
  sent?: { body: string; key: string } | undefined
}

const BEGIN = 'message_'
const draftsOfThisPage = new Map<string, MessageDraft>()

// Drafts survive an expired session. Signing out deletes them, and so does another member who signs in.
useSession.subscribe(({ user, ended }, before) => {
  if (user?.id === before.user?.id || (user === null && ended !== 'signed_out')) return
  const isForeign = (name: string) => name.startsWith(BEGIN) && !(user && name.startsWith(beginOf(user.id)))
  for (const name of [...draftsOfThisPage.keys()].filter(isForeign)) draftsOfThisPage.delete(name)
  tryStorage(() => {
    for (const name of Object.keys(sessionStorage).filter(isForeign)) sessionStorage.removeItem(name)
  })
})

export const appealDraft = (submissionId: number) => `appeal-${submissionId}`

export function readMessageDraft(name: string): MessageDraft | undefined {
  const stored = tryStorage(() => JSON.parse(sessionStorage.getItem(nameOf(name)) ?? 'null') as MessageDraft | null)
  return stored ?? draftsOfThisPage.get(nameOf(name))
}

export function saveMessageDraft(name: string, draft: MessageDraft): void {
  draftsOfThisPage.set(nameOf(name), draft)
  tryStorage(() => sessionStorage.setItem(nameOf(name), JSON.stringify(draft)))
}

export function forgetMessageDraft(name: string): void {
  draftsOfThisPage.delete(nameOf(name))
  tryStorage(() => sessionStorage.removeItem(nameOf(name)))
}

/** The key for sending a draft: a repeat of the same takes it again, so that it arrives once. */
export function keyForDraft(name: string, draft: MessageDraft): string {
  const { sent, visit, ...rest } = draft
  const body = JSON.stringify(rest)
  const key = sent?.body === body ? sent.key : randomKey()
  saveMessageDraft(name, { ...rest, visit, sent: { body, key } })
  return key
}

const beginOf = (userId: number | undefined) => `${BEGIN}${userId}_`
const nameOf = (name: string) => beginOf(useSession.getState().user?.id) + name
