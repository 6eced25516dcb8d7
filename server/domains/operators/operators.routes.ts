import * as contract from '@stampus/contract/console/operators'
import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import * as managing from './manager-rules.ts'
import * as roster from './operators.admin.service.ts'

/** The operators, for managers (D-50). */
export function operatorsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { operators, showOperator, addOperator, changeOperator } = contract
  registerRoutes(
    app,
    routeContext,
    { operators, showOperator, addOperator, changeOperator },
    {
      operators: async ({ page = 1 }) => roster.listOperators(deps, page),
      showOperator: async ({ id }) => ({ data: await roster.operatorCard(deps, id) }),
      addOperator: async (input, { caller, request }) => {
        const id = await roster.addByManager(deps, { ...input, by: caller.id, address: request.ip })
        return { data: await roster.operatorCard(deps, id) }
      },
      changeOperator: async (input, { caller }) => {
        await roster.changeByManager(deps, { ...input, by: caller.id })
        return { data: await roster.operatorCard(deps, input.id) }
      },
    },
  )
  managingRoutes(app, deps, routeContext)
}

function managingRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { sendOperatorLink, endOperatorSessions, resetSecondFactor, removeOperator } = contract
  registerRoutes(
    app,
    routeContext,
    { sendOperatorLink, endOperatorSessions, resetSecondFactor, removeOperator },
    {
      sendOperatorLink: async ({ id }, { caller, request }) => {
        await managing.sendLink(deps, { by: caller.id, id, address: request.ip })
        return { message: texts.operatorLinkSent }
      },
      endOperatorSessions: async ({ id }, { caller }) => {
        await managing.endAllSessions(deps, { by: caller.id, id })
        return { message: texts.operatorSessionsEnded }
      },
      resetSecondFactor: async ({ id }, { caller }) => {
        await managing.resetSecondFactor(deps, { by: caller.id, id })
        return { message: texts.secondFactorReset }
      },
      removeOperator: async ({ id }, { caller }) => {
        await managing.removeOperator(deps, { by: caller.id, id })
        return { message: texts.operatorRemoved }
      },
    },
  )
}
