import * as contract from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import * as operators from './operators.admin.service.ts'

type Hooks = operators.OperatorHooks

/** What managers do with operators. */
export function operatorsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext, hooks: Hooks): void {
  const { showOperator, addOperator, changeOperator } = contract
  registerRoutes(
    app,
    routeContext,
    { operators: contract.operators, showOperator, addOperator, changeOperator },
    {
      operators: async ({ page = 1 }) => operators.listOperators(deps, page),
      showOperator: async ({ id }) => ({ data: await operators.findOperatorCard(deps, id) }),
      addOperator: async (input, { operator, request }) => {
        const id = await operators.addOperator(deps, { ...input, managerId: operator.id, address: request.ip })
        return { data: await operators.findOperatorCard(deps, id) }
      },
      changeOperator: async (input, { operator }) => {
        await operators.changeOperator(deps, hooks, { ...input, managerId: operator.id })
        return { data: await operators.findOperatorCard(deps, input.id) }
      },
    },
  )
  accessRoutes(app, deps, routeContext, hooks)
}

/** Routes that change how an operator signs in, or whether. */
function accessRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext, hooks: Hooks): void {
  const { sendOperatorLink, endOperatorSessions, resetSecondFactor, removeOperator } = contract
  registerRoutes(
    app,
    routeContext,
    { sendOperatorLink, endOperatorSessions, resetSecondFactor, removeOperator },
    {
      sendOperatorLink: async ({ id }, { operator, request }) => {
        await operators.sendPasswordLink(deps, { managerId: operator.id, id, address: request.ip })
        return { message: texts.operatorLinkSent }
      },
      endOperatorSessions: async ({ id }, { operator }) => {
        await operators.endAllSessions(deps, { managerId: operator.id, id })
        return { message: texts.operatorSessionsEnded }
      },
      resetSecondFactor: async ({ id }, { operator }) => {
        await operators.resetSecondFactor(deps, { managerId: operator.id, id })
        return { message: texts.secondFactorReset }
      },
      removeOperator: async ({ id }, { operator }) => {
        await operators.removeOperator(deps, hooks, { managerId: operator.id, id })
        return { message: texts.operatorRemoved }
      },
    },
  )
}
