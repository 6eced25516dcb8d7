import * as contract from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { routes } from '../../platform/http/route.ts'
import * as staff from './staff.admin.service.ts'

export const operatorsRoutes = (hooks: staff.OperatorHooks) =>
  routes(contract, (deps: Deps) => ({
    operators: async ({ page = 1 }) => staff.listOperators(deps, page),
    showOperator: async ({ id }) => ({ data: await staff.findOperatorCard(deps, id) }),
    addOperator: async (input, { operator, request }) => {
      const id = await staff.addOperator(deps, { ...input, managerId: operator.id, address: request.ip })
      return { data: await staff.findOperatorCard(deps, id) }
    },
    changeOperator: async (input, { operator }) => {
      await staff.changeOperator(deps, hooks, { ...input, managerId: operator.id })
      return { data: await staff.findOperatorCard(deps, input.id) }
    },
    sendOperatorLink: async ({ id }, { operator, request }) => {
      await staff.sendPasswordLink(deps, 'console', { managerId: operator.id, id, address: request.ip })
      return { message: texts.operatorLinkSent }
    },
    endOperatorSessions: async ({ id }, { operator }) => {
      await staff.endSessionsOf(deps, 'console', { managerId: operator.id, id })
      return { message: texts.operatorSessionsEnded }
    },
    resetSecondFactor: async ({ id }, { operator }) => {
      await staff.resetSecondFactor(deps, 'console', { managerId: operator.id, id })
      return { message: texts.secondFactorReset }
    },
    removeOperator: async ({ id }, { operator }) => {
      await staff.removeOperator(deps, hooks, { managerId: operator.id, id })
      return { message: texts.operatorRemoved }
    },
  }))
