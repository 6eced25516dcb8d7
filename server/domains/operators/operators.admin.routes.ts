import * as contract from '@stampus/contract/console/operators'
import * as texts from '@stampus/contract/texts'
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
      addOperator: async (input, { caller, request }) => {
        const id = await operators.addOperator(deps, { ...input, managerId: caller.id, address: request.ip })
        return { data: await operators.findOperatorCard(deps, id) }
      },
      changeOperator: async (input, { caller }) => {
        await operators.changeOperator(deps, hooks, { ...input, managerId: caller.id })
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
      sendOperatorLink: async ({ id }, { caller, request }) => {
        await operators.sendPasswordLink(deps, { managerId: caller.id, id, address: request.ip })
        return { message: texts.operatorLinkSent }
      },
      endOperatorSessions: async ({ id }, { caller }) => {
        await operators.endAllSessions(deps, { managerId: caller.id, id })
        return { message: texts.operatorSessionsEnded }
      },
      resetSecondFactor: async ({ id }, { caller }) => {
        await operators.resetSecondFactor(deps, { managerId: caller.id, id })
        return { message: texts.secondFactorReset }
      },
      removeOperator: async ({ id }, { caller }) => {
        await operators.removeOperator(deps, hooks, { managerId: caller.id, id })
        return { message: texts.operatorRemoved }
      },
    },
  )
}
