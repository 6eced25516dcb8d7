import { settings } from '../settings.ts'

/** Where rewards without a merchant are handed out. */
export const desk = `${settings.product_name} desk`
