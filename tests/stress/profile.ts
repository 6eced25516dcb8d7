import { randomInt } from 'node:crypto'

/** In full as docs/reliability.md tells (`npm run test:stress -- --full`), else in short. */
export const full = process.env.STAMPUS_PROFILE === 'full'

/** The short profile strikes alike each time, so that it is red for a change and not by chance; the full one draws its seed. Either takes STAMPUS_SEED. */
export const seed = Number(process.env.STAMPUS_SEED ?? (full ? randomInt(2 ** 31) : 20_261_122))
