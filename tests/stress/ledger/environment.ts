import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UNDO_MS } from '@stampus/contract/limits'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Database } from '../../../server/platform/db/database.ts'
import { openDatabase } from '../../../server/platform/db/open-database.ts'
import { prepareSchema } from '../../../server/platform/db/prepare.ts'
import { openLog } from '../../../server/platform/metrics/log.ts'
import { createSignedInMember, type SignedInMember } from '../../support/api/accounts.ts'
import { confirm, decline } from '../../support/api/confirmations.ts'
import { createDesk } from '../../support/api/desk.ts'
import { createMerchant } from '../../support/api/merchants.ts'
import { createReversalDesks } from '../../support/api/reversals.ts'
import { createRandomPhoto, receiptFields, sendReceipt } from '../../support/api/submissions.ts'
import { findPostgres, startPostgres } from '../../support/database/postgres-server.ts'
import { testApp } from '../../support/server/app.ts'
import { pickReceipt } from './ledger-model.ts'
import type { Operation } from './ledger-operations.ts'

/** A server with a database of its own. */
export type LedgerEnvironment = Awaited<ReturnType<typeof createLedgerEnvironment>>

/** `settings` are environment settings, as of `testApp`. */
export async function createLedgerEnvironment(engine: Database['engine'], settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-ledger-'))
  const postgres = engine === 'postgres' ? await startPostgres(findPostgres() ?? '') : undefined
  const db = await openDatabase({ databaseUrl: postgres?.url, dataDir })
  await prepareSchema(db.pool, openLog({ LOG_LEVEL: 'error' }))
  const server = await testApp(settings, db)
  const remove = async () => {
    await server.close()
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const { id: merchantId } = await createMerchant(server.deps)
  return { server, merchantId, remove }
}

type Desk = Awaited<ReturnType<typeof createDesk>>
type Reverse = Awaited<ReturnType<typeof createReversalDesks>>['reverse']

/** Three members and their receipts, the desks of two reviewers and a manager, and a second manager. */
export type Scenario = {
  environment: LedgerEnvironment
  members: SignedInMember[]
  receipts: number[]
  desks: Desk[]
  manager: Desk
  /** Another manager, who confirms. */
  second: Desk
  reverse: Reverse
}

/** Creates new operators, because their sessions end after twelve hours. */
export async function newScenario(environment: LedgerEnvironment): Promise<Scenario> {
  const { deps } = environment.server
  // One after the other, so that their ids are in this order.
  const members = [await createSignedInMember(deps), await createSignedInMember(deps), await createSignedInMember(deps)]
  const { desk, manager, reverse } = await createReversalDesks(environment.server)
  const second = await createDesk(environment.server, { role: 'manager' })
  return {
    environment,
    members,
    receipts: [],
    desks: [desk, await createDesk(environment.server), manager],
    manager,
    second,
    reverse,
  }
}

/** Performs an operation through the API and returns the indexes of the accepted calls. */
export async function perform(scenario: Scenario, operation: Operation): Promise<number[]> {
  const { members, receipts } = scenario
  if (operation.kind === 'wait') return wait(scenario, operation.seconds)
  if (operation.kind === 'submit') return submit(scenario, operation)
  if (operation.kind === 'correct') return correctTwice(scenario, members[operation.member]?.id ?? 0, operation.stamps)
  if (operation.kind === 'answer adjustment')
    return answerAdjustment(scenario, members[operation.member]?.id ?? 0, operation)
  const id = pickReceipt(receipts, operation.receipt)
  if (operation.kind === 'answer') return id === undefined ? [] : answerRequest(scenario, id, operation)
  return id === undefined ? [] : indexesOfAccepted(await Promise.all(calls(scenario, id, operation)))
}

/** Every operator stays active, so that no session ends. */
async function wait({ environment, desks, second }: Scenario, seconds: number): Promise<number[]> {
  environment.server.travel(seconds * 1000)
  for (const desk of [...desks, second]) await desk.call('GET', '/queue')
  return [0]
}

type OfReceipt = Exclude<Operation, { kind: 'wait' | 'submit' | 'correct' | 'answer' | 'answer adjustment' }>

function calls({ desks, reverse }: Scenario, id: number, operation: OfReceipt): Promise<{ status: number }>[] {
  if (operation.kind === 'reverse') return [reverse(id, { status: operation.status })]
  if (operation.kind === 'decide at once') return desks.map((desk) => desk.approve(id))
  return desks.slice(operation.desk, operation.desk + 1).map((desk) => {
    if (operation.kind === 'undo') return desk.undo(id)
    const { status, corrected } = operation
    if (status === 'rejected') return desk.reject(id, 'Too dark')
    return desk.decide({ id, status, ...(corrected && { corrections: { purchase_amount: decimalAmount(corrected) } }) })
  })
}

async function submit({ environment, members, receipts }: Scenario, { member, sen }: { member: number; sen: number }) {
  const { server, merchantId } = environment
  const fields = receiptFields(server.deps, merchantId, { purchase_amount: decimalAmount(sen) })
  const answer = await sendReceipt(server, members[member]?.headers ?? {}, fields, { bytes: await createRandomPhoto() })
  if (answer.statusCode !== 201) return []
  receipts.push(answer.json().data.id)
  return [0]
}

/** A simultaneous repeat of the request adds nothing. */
async function correctTwice({ manager }: Scenario, memberId: number, stamps: number): Promise<number[]> {
  const body = { stamps, reason: 'We looked again.', request_id: randomUUID() }
  const correct = () => manager.call('POST', `/members/${memberId}/stamp-corrections`, body)
  return indexesOfAccepted(await Promise.all([correct(), correct()])).slice(0, 1)
}

type Answering = { by?: 0 | 1 | 'second'; confirms: boolean }

async function answerRequest(scenario: Scenario, submissionId: number, given: Answering): Promise<number[]> {
  return answer(scenario, await waitingRequest(scenario, 'submission_id = $1', submissionId), given)
}

async function answerAdjustment(scenario: Scenario, memberId: number, given: Answering): Promise<number[]> {
  return answer(scenario, await waitingRequest(scenario, "kind = 'adjustment' AND user_id = $1", memberId), given)
}

/** The oldest waiting request. */
async function waitingRequest({ environment }: Scenario, which: string, id: number): Promise<number | undefined> {
  const text = `SELECT id FROM confirmations WHERE state = 'waiting' AND ${which} ORDER BY id LIMIT 1`
  const { rows } = await environment.server.deps.db.pool.query<{ id: number }>({ text, values: [id] })
  return rows[0]?.id
}

/** Sent twice at the same moment; one is accepted. */
async function answer({ desks, second }: Scenario, id: number | undefined, { by = 'second', confirms }: Answering) {
  const desk = by === 'second' ? second : desks[by]
  if (id === undefined || !desk) return []
  const send = () => (confirms ? confirm(desk, id) : decline(desk, id))
  return indexesOfAccepted(await Promise.all([send(), send()])).map(() => 0)
}

const indexesOfAccepted = (answers: { status: number }[]) =>
  answers.flatMap(({ status }, at) => (status < 300 ? [at] : []))

/** The ledger entries of the scenario's members. */
export async function readLedger({ environment, members }: Scenario) {
  const { pool } = environment.server.deps.db
  const values = [members.map(({ id }) => id)]
  const { rows: receipts } = await pool.query({
    text: `SELECT s.id, s.status, coalesce(sum(l.stamps), 0)::int AS stamps,
        count(l.id) FILTER (WHERE l.kind = 'approval')::int - count(l.id) FILTER (WHERE l.kind = 'undo')::int AS credits
      FROM submissions s LEFT JOIN decisions d ON d.submission_id = s.id LEFT JOIN ledger_entries l ON l.decision_id = d.id
      WHERE s.user_id = ANY($1) GROUP BY s.id ORDER BY s.id`,
    values,
  })
  const { rows } = await pool.query<{ sum: number; entries: number }>({
    text: `SELECT coalesce(sum(l.stamps), 0)::int AS sum, count(l.id)::int AS entries
      FROM users u LEFT JOIN ledger_entries l ON l.user_id = u.id WHERE u.id = ANY($1) GROUP BY u.id ORDER BY u.id`,
    values,
  })
  return { receipts, sums: rows.map(({ sum }) => sum), entries: rows.reduce((all, { entries }) => all + entries, 0) }
}

/** The balance that the API shows to each member. */
export async function readBalances({ environment, members }: Scenario): Promise<number[]> {
  const ask = async ({ headers }: SignedInMember) =>
    (await environment.server.app.inject({ url: '/api/wallet', headers })).json()
  return (await Promise.all(members.map(ask))).map(({ data }) => data.stamp_balance)
}

/** A pending receipt, decided many times at the same moment; returns how many requests succeeded. */
export async function decideAtOnce(
  scenario: Scenario,
  times: number,
): Promise<{ approvals: number; rejections: number[] }> {
  await submit(scenario, { member: 0, sen: 2500 })
  const id = scenario.receipts.at(-1) ?? 0
  const { desks, environment } = scenario
  const answers = await Promise.all(Array.from({ length: times }, (_, at) => desks[at % desks.length]?.approve(id)))
  environment.server.travel(UNDO_MS)
  const statuses = answers.map((answer) => answer?.status ?? 0)
  return {
    approvals: statuses.filter((status) => status === 201).length,
    rejections: statuses.filter((status) => status !== 201),
  }
}
