import { login } from '@stampus/contract/accounts'
import type { InputOf } from '@stampus/contract/endpoint'
import { call } from '../../../shared/api/api.ts'

export type LoginInput = InputOf<typeof login>

export const logIn = (input: LoginInput) => call(login, input)
