import { ownAccountCalls } from '../console/ownAccount.ts'

export const {
  ownAccount,
  changeOwnPassword,
  endOwnOtherSessions,
  startSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
} = ownAccountCalls('counter/owner/account', 'owner')
