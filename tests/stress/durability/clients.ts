import { randomUUID } from 'node:crypto'
import { createRandomPhoto, type Fields, receiptFields, receiptForm } from '../../support/api/submissions.ts'
import type { ServerProcess } from '../../support/server/process.ts'
import { configOf, type Environment, type Headers } from './environment.ts'

/** A round that needs more does not end. */
const SENT_AT_MOST = 80
const DAY_MS = 86_400_000

type Receipt = { member: Headers; key: string; fields: Fields; photo: Buffer }

/** What the clients know: the id that each invoice was acknowledged with, the open receipts, and the errors. */
export type ClientRecord = {
  acknowledged: Map<string, number>
  open: Set<Receipt>
  retried: number
  problems: string[]
}

export const newClientRecord = (): ClientRecord => ({
  acknowledged: new Map(),
  open: new Set(),
  retried: 0,
  problems: [],
})

type Round = {
  environment: Environment
  server: ServerProcess
  record: ClientRecord
  number: number
  onTaken: (count: number) => void
}

/**
 * All clients send until they lose the server, for `SENT_AT_MOST` receipts, or until they are `stopped`. Returns
 * whether they lost the server.
 */
export async function sendAll(round: Round, stopped?: AbortSignal): Promise<boolean> {
  const count = { sent: 0, taken: 0 }
  let isLost = false
  const one = async (member: Headers) => {
    while (count.sent < SENT_AT_MOST && !isLost && !stopped?.aborted) {
      count.sent += 1
      const receipt = await newReceipt(round.environment, member)
      round.record.open.add(receipt)
      const answer = await send(round.server, round.record, receipt)
      if (answer === 'gone') isLost = true
      if (answer === 'taken') round.onTaken(++count.taken)
    }
  }
  await Promise.all(round.environment.clients(round.number).map(one))
  return isLost
}

/** Each client sends one receipt; returns each result. */
export async function sendOneEach(
  environment: Environment,
  server: ServerProcess,
  record: ClientRecord,
  clients?: number,
): Promise<string[]> {
  const members = environment.clients(0).slice(0, clients)
  const sendNew = async (member: Headers) => {
    const receipt = await newReceipt(environment, member)
    record.open.add(receipt)
    return send(server, record, receipt)
  }
  return Promise.all(members.map(sendNew))
}

/** Sends all open receipts again, each with its idempotency key, one after the other for each member. */
export async function resendOpen(server: ServerProcess, record: ClientRecord): Promise<void> {
  record.retried += record.open.size
  const ofMember = Map.groupBy(record.open, ({ member }) => member)
  const sendEach = async (receipts: Receipt[]) => {
    for (const receipt of receipts) await send(server, record, receipt)
  }
  await Promise.all(Array.from(ofMember.values(), sendEach))
}

async function newReceipt(environment: Environment, member: Headers): Promise<Receipt> {
  return { member, key: randomUUID(), fields: receiptFieldsOf(environment), photo: await createRandomPhoto() }
}

/** The values of a receipt from yesterday, which no server takes for a future date. */
export function receiptFieldsOf(environment: Environment): Fields {
  const now = () => new Date(Date.now() - DAY_MS)
  return receiptFields({ config: configOf(environment), now }, environment.merchantId)
}

async function send(
  { url }: ServerProcess,
  record: ClientRecord,
  receipt: Receipt,
): Promise<'taken' | 'open' | 'gone'> {
  const { member, key, fields, photo } = receipt
  const body = receiptForm(fields, { bytes: photo })
  const headers = { ...member, 'Idempotency-Key': key }
  const answer = await fetch(`${url}/api/submissions`, { method: 'POST', headers, body })
    .then(async (given) => ({ status: given.status, body: await given.json() }))
    .catch(() => undefined)
  if (!answer) return 'gone'
  // A 429 means that this member has too many uploads in progress. The client tries later with the same key.
  if ([409, 429, 503].includes(answer.status)) return 'open'
  record.open.delete(receipt)
  if (answer.status === 201) return acknowledge(record, fields, answer.body.data.id)
  record.problems.push(`${fields.invoice_number} was rejected: ${answer.status} ${JSON.stringify(answer.body)}`)
  return 'open'
}

function acknowledge({ acknowledged, problems }: ClientRecord, { invoice_number }: Fields, id: number): 'taken' {
  const before = acknowledged.get(invoice_number) ?? id
  if (before !== id) problems.push(`${invoice_number} was acknowledged as ${before} and as ${id}`)
  acknowledged.set(invoice_number, id)
  return 'taken'
}
