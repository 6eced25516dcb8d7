import type { Page } from '@playwright/test'
import type { ServerUnderTest } from '../support/browser/server-under-test.ts'
import type { Answer } from './answers.ts'
import type { Visitor } from './visitors.ts'

/** One screen in one state: who opens which address, what the server is made to answer, what is done there. */
export type Screen = {
  /** `<screen>.<state>`, as its pictures are named. */
  name: string
  path: string
  /** A guest, unless said otherwise. */
  who?: Visitor
  /** By call, as `GET submissions*` (under `/api`). */
  answers?: Record<string, Answer>
  steps?: (page: Page, server: ServerUnderTest) => Promise<unknown>
  /** Something is still waited for in this state. */
  waits?: boolean
  /** Something lies over the page, so that the picture shows the window instead of the whole page. */
  covered?: boolean
}
