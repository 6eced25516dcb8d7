import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { create as createAnnouncement, remove as removeAnnouncement } from '@stampus/contract/console/announcements'
import { addOperator, setOperatorPassword, signIn } from '@stampus/contract/console/operators'
import {
  answerAppeal,
  appeals,
  decide,
  releaseLease,
  showItem,
  takeNext,
  undoDecision,
} from '@stampus/contract/console/review'
import { reverse, showHistory } from '@stampus/contract/console/submissions'
import type { ReasonCode } from '@stampus/contract/reasons'
import { root } from '../../structure/tree.ts'
import { callApi } from './api.ts'
import { waitForMail } from './mailbox.ts'
import { manager, newPerson, type Person } from './people.ts'
import type { ServerUnderTest } from './server-under-test.ts'

type OperatorHeaders = { Origin: string; Cookie: string }
const sessions = new Map<string, Promise<OperatorHeaders>>()

/** The headers of an operator's session, which all calls of this process share. */
export function signInOperator(server: ServerUnderTest, operator: Person): Promise<OperatorHeaders> {
  const key = `${server.url} ${operator.email}`
  const session = sessions.get(key) ?? startSession(server, operator)
  sessions.set(key, session)
  return session
}

async function startSession(server: ServerUnderTest, { email, password }: Person): Promise<OperatorHeaders> {
  const headers = { Origin: server.url, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ email, password })
  const { ok, headers: answered } = await fetch(`${server.url}/api${signIn.path}`, { method: 'POST', headers, body })
  if (!ok) throw new Error(`${email} cannot sign in at the console`)
  const cookies = answered.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { Origin: server.url, Cookie: cookies.join('; ') }
}

/**
 * Adds a reviewer on the command line, so that there is no conflict of interest with a manager. `settings` are those of the
 * server, which may not run on this data meanwhile.
 */
export function addReviewerByCommand(settings: Record<string, string>): Person {
  const { name, email, password } = newPerson('Siti Aminah')
  const words = ['scripts/operator.ts', 'add', '--email', email, '--name', name, '--role', 'reviewer']
  const { PATH, HOME } = process.env
  const env = { ...(PATH && { PATH }), ...(HOME && { HOME }), ...settings }
  execFileSync(process.execPath, words, { cwd: root, env, input: password })
  return { name, email, password }
}

/** Adds a reviewer as the manager, who sets a password with the link in the mail. */
export async function addReviewer(server: ServerUnderTest): Promise<Person & { id: number }> {
  const person = newPerson('Siti Aminah')
  const { name, email, password } = person
  const headers = await signInOperator(server, manager)
  const { id: added } = (await callApi(server, addOperator, { name, email, role: 'reviewer' }, headers)).data
  const { link = '' } = await waitForMail(join(server.dataDir, 'mail'), email)
  const { id = '', hash = '', expires = '', signature = '' } = Object.fromEntries(new URL(link).searchParams)
  await callApi(server, setOperatorPassword, { id, hash, expires, signature, password }, { Origin: server.url })
  return { ...person, id: added }
}

/** An operator, by default the manager, who decides receipts and answers appeals through the API. */
export async function connectOperator(server: ServerUnderTest, person = manager) {
  const headers = await signInOperator(server, person)
  return {
    approve: async (id: number) => {
      const { approved_alike } = (await callApi(server, showItem, { id }, headers)).data
      return callApi(server, decide, { id, status: 'approved', approved_alike }, headers)
    },
    reject: (id: number, reason: string, reason_code?: ReasonCode) =>
      callApi(server, decide, { id, status: 'rejected', reason, ...(reason_code && { reason_code }) }, headers),
    undo: (id: number) => callApi(server, undoDecision, { id }, headers),
    /** Rejects a receipt whose approval can no longer be undone. */
    rejectAfterwards: async (id: number, reason: string) => {
      const { decisions } = (await callApi(server, showHistory, { id }, headers)).data
      const inForce = decisions.find(({ taken_back }) => taken_back === null)
      if (!inForce) throw new Error(`Submission ${id} has no decision in force`)
      await callApi(server, reverse, { id, decision_id: inForce.id, status: 'rejected', reason }, headers)
    },
    answer: async (submissionId: number, outcome: 'kept' | 'reopened', answer: string) => {
      const open = (await callApi(server, appeals, {}, headers)).data.find(({ item }) => item.id === submissionId)
      if (!open) throw new Error(`No appeal waits for submission ${submissionId}`)
      await callApi(server, answerAppeal, { id: open.id, outcome, answer }, headers)
    },
  }
}

/** Returns what an operator has open to the queue: up to three receipts, which the desk would show first. */
export async function releaseLeases(server: ServerUnderTest, operator: Person): Promise<void> {
  const headers = await signInOperator(server, operator)
  for (const _ of ['first', 'second', 'third']) {
    const { data } = await callApi(server, takeNext, {}, headers)
    if (data) await callApi(server, releaseLease, { id: data.id }, headers)
  }
}

/** Publishes an announcement now; returns the function that removes it. */
export async function publishAnnouncement(server: ServerUnderTest, title: string): Promise<() => Promise<void>> {
  const headers = await signInOperator(server, manager)
  const content = `<p>${title}</p>`
  const given = { title, content, image_key: null, published_at: 'now' }
  const { id, version } = (await callApi(server, createAnnouncement, given, headers)).data
  return async () => void (await callApi(server, removeAnnouncement, { id, version }, headers))
}
