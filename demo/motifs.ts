import type { Mark } from './motif.ts'
import { foodMotifs } from './motifs-food.ts'
import { goodsMotifs } from './motifs-goods.ts'
import { townMotifs } from './motifs-town.ts'

/** Every emblem by its name. */
export const motifs = { ...foodMotifs, ...goodsMotifs, ...townMotifs } satisfies Record<string, readonly Mark[]>

export type MotifName = keyof typeof motifs
