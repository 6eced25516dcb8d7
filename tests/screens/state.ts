import type { Answer, Answers } from './answers.ts'
import { routes } from './routes.ts'
import type { Step } from './steps.ts'
import type { Visitor } from './visitors.ts'

/** A state that an address alone does not show. `at` is another address than that of its page, or a query. */
type State = { at?: string; who?: Visitor; answers?: Answers; steps?: Step[] }
/** By `<page>.<state>`, as its pictures are named. A text is `at`, a list what someone does there. */
export type States = Record<string, State | string | Step[]>

/** The state in which the server gives this answer to a call, such as `GET submissions*` (under `/api`). */
export const on = (call: string, answer: Answer, ...steps: Step[]): State => ({ answers: { [call]: answer }, steps })

/** States of a visitor who is not the one that opens their pages by default. */
export function of(who: Visitor, states: States): States {
  return Object.fromEntries(Object.entries(states).map(([name, state]) => [name, { who, ...whole(state) }]))
}

/** Fills in the address and the visitor of the page to which a state belongs. */
export function find([name, state]: [string, States[string]]) {
  const { at = '', who, answers = {}, steps = [] } = whole(state)
  const route = routes.find((one) => one.name === name.split('.')[0])
  if (!route) throw new Error(`${name}: there is no such page`)
  const path = at.startsWith('/') ? at : at ? route.path + at : withQuery(route.path)
  return { name, path, who: who ?? route.visitors[0] ?? 'guest', answers, steps }
}

function whole(state: States[string]): State {
  return typeof state === 'string' ? { at: state } : Array.isArray(state) ? { steps: state } : state
}
/** The server does not render a page with a query, so that the page asks for its content. */
export const withQuery = (path: string) => (path.includes('?') ? path : path.replace(/#|$/, (end) => `?${end}`))
