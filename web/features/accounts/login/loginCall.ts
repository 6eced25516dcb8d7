import { zodResolver } from '@hookform/resolvers/zod'
import { login } from '@stampus/contract/accounts'
import type { InputOf } from '@stampus/contract/endpoint'
import * as z from 'zod/mini'
import { call } from '../../../shared/api/api.ts'

const fields = z.extend(login.input, { remember: z.boolean() })
export type LoginFields = z.input<typeof fields>
export type LoginInput = InputOf<typeof login>

/** Checks the fields of the login form. */
export const checkFields = zodResolver(fields)

/** Logs in. Rejects with a CallError. */
export const logIn = (input: LoginInput) => call(login, input)
