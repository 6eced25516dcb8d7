export const BASE = '/counter'

export const paths = {
  counter: '/',
  today: '/today',
  late: '/late',
  enrol: '/enrol',
  password: '/password',
  unlock: '/unlock',
  owner: '/owner',
  account: '/owner/account',
  shop: '/owner/shops/:id',
  shopHistory: '/owner/shops/:id/hand-overs',
  statements: '/owner/shops/:id/statements',
  statement: '/owner/shops/:id/statements/:month',
} as const

export const shopPath = (id: number) => `/owner/shops/${id}`
export const shopHistoryPath = (id: number) => `/owner/shops/${id}/hand-overs`
export const statementsPath = (id: number) => `${shopPath(id)}/statements`
export const statementPath = (id: number, month: string) => `${statementsPath(id)}/${month}`
