import { randomUUID } from 'node:crypto'
import { pickStatement } from '../model/state.ts'
import type { Of, StatementOperation } from '../operations.ts'
import { readStatements, type Scenario } from '../scenario.ts'
import type { Call } from './call.ts'

/** Each is sent twice at the same moment. */
export async function statementCalls(scenario: Scenario, operation: StatementOperation): Promise<Call[]> {
  if (operation.kind === 'issue statement') return issue(scenario, operation)
  if (operation.kind === 'answer dispute') return answerDispute(scenario, operation)
  const { call, list, show } = await readStatements(scenario)
  const issued = list.filter(({ state }) => state !== 'live').reverse()
  const month = pickStatement(issued, operation.statement)?.month
  if (month === undefined) return []
  const send = await (async () => {
    if (operation.kind === 'accept statement')
      return () =>
        call('POST', `/owner/merchants/${scenario.stall.owner.merchantId}/statements/${month}/acceptance`, {})
    if (operation.kind === 'pay statement') {
      const id = await findId(scenario, month)
      return () => scenario[operation.by].call('POST', `/statements/${id}/payment`, { reference: `Maybank ${id}` })
    }
    const { rows } = await show(month)
    const body = { reason: `Dispute ${randomUUID()}` }
    return () => call('POST', `/owner/statement-lines/${rows[operation.line % rows.length]?.id}/dispute`, body)
  })()
  return [send, send]
}

async function findId({ server, stall }: Scenario, month: string): Promise<number | undefined> {
  const { rows } = await server.deps.db.pool.query<{ id: number }>({
    text: "SELECT id FROM statements WHERE merchant_id = $1 AND to_char(month, 'YYYY-MM') = $2",
    values: [stall.owner.merchantId, month],
  })
  return rows[0]?.id
}

/** Of the first month with something to bill, with the figures that the manager sees. */
async function issue(scenario: Scenario, { isRepeat }: Of<'issue statement'>): Promise<Call[]> {
  const { manager, second, stall } = scenario
  const first = (await readStatements(scenario)).list.findLast(({ state }) => state === 'live')
  if (!first) return []
  const { month, lines, total_sen } = first
  const path = `/merchants/${stall.owner.merchantId}/statements/${month}/issue`
  return [manager, isRepeat ? manager : second].map((desk) => () => desk.call('POST', path, { lines, total_sen }))
}

async function answerDispute(scenario: Scenario, { by, sen }: Of<'answer dispute'>): Promise<Call[]> {
  const { rows } = await scenario.server.deps.db.pool.query<{ id: number }>({
    text: `SELECT d.id FROM line_disputes d JOIN statement_lines l ON l.id = d.line_id JOIN statements s ON s.id = l.statement_id
      WHERE s.merchant_id = $1 AND d.answered_at IS NULL ORDER BY d.id LIMIT 1`,
    values: [scenario.stall.owner.merchantId],
  })
  const [dispute] = rows
  if (!dispute) return []
  const body = { answer: 'We looked again.', amount_sen: sen }
  const send = () => scenario[by].call('POST', `/line-disputes/${dispute.id}/answer`, body)
  return [send, send]
}
