import { countConfirmations } from '@stampus/contract/console/confirmations'
import { list as cases } from '@stampus/contract/console/contact/cases'
import { appeals } from '@stampus/contract/console/review'
import { open as questions } from '@stampus/contract/console/settlement/questions'
import { hasMore } from '@stampus/contract/fields'
import { QUEUE_COUNT_MAX, SETTLEMENT_OPEN_MAX } from '@stampus/contract/limits'
import { menuCount } from '../shared/components/MenuCount.tsx'

// These counts need a whole page, so they are fetched rarely.
const RARELY_MS = 300_000

const rows = (list: Parameters<typeof hasMore>[0]) => ({ count: list.data.length, isCut: hasMore(list) })

export const counts = {
  appeals: menuCount({
    call: appeals,
    input: {},
    everyMs: RARELY_MS,
    count: rows,
    one: '1 appeal pending',
    many: (shown) => `${shown.replace('+', ' or more')} appeals pending`,
  }),
  cases: menuCount({
    call: cases,
    input: { state: 'waiting' },
    everyMs: RARELY_MS,
    count: rows,
    one: '1 case waiting',
    many: (shown) => `${shown} cases waiting`,
  }),
  confirmations: menuCount({
    call: countConfirmations,
    input: {},
    everyMs: 60_000,
    one: '1 request pending',
    count: ({ waiting }) => ({ count: waiting, isCut: waiting >= QUEUE_COUNT_MAX }),
    many: (shown) => `${shown} requests pending`,
  }),
  settlement: menuCount({
    call: questions,
    input: {},
    everyMs: RARELY_MS,
    one: '1 question waiting',
    count: ({ data: { disputes, late } }) => ({
      count: disputes.length + late.length,
      isCut: Math.max(disputes.length, late.length) === SETTLEMENT_OPEN_MAX,
    }),
    many: (shown) => `${shown} questions waiting`,
  }),
}
