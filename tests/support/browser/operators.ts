import { execFileSync } from 'node:child_process'
import { create as createAnnouncement, remove as removeAnnouncement } from '@stampus/contract/console/announcements'
import { signIn } from '@stampus/contract/console/operators'
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
import { callApi, type Session, startSession } from './api.ts'
import { manager, newPerson, type Person } from './people.ts'
import type { ServerUnderTest } from './server-under-test.ts'

const sessions = new Map<string, Promise<Session>>()

/** The headers of an operator's session, which all calls of this process share. */
export function signInOperator(server: ServerUnderTest, { email, password }: Person): Promise<Session> {
  const key = `${server.url} ${email}`
  const session = sessions.get(key) ?? startSession(server, signIn, { email, password })
  sessions.set(key, session)
  return session
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
