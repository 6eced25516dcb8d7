import type { changeOperator, OperatorCard } from '@stampus/contract/console/operators'
import type { InputOf } from '@stampus/contract/endpoint'
import { isEmailAddress } from '@stampus/contract/values/emails'

/** What the form of an operator holds; `another` is an address that is typed and not yet among the others. */
export type OperatorValues = Pick<OperatorCard, 'name' | 'role' | 'addresses' | 'merchants'> & { another: string }

export function valuesOf({ name, role, addresses, merchants }: OperatorCard): OperatorValues {
  return { name, role, addresses, merchants, another: '' }
}

/** What is sent of an operator that was opened with this version. */
export function changeOf(values: OperatorValues, { id, version }: OperatorCard): InputOf<typeof changeOperator> {
  const { name, role, merchants } = values
  return { id, version, name, role, addresses: addressesOf(values), merchant_ids: merchants.map((one) => one.id) }
}

/** All addresses, with the one that is typed. */
export function addressesOf({ addresses, another }: Pick<OperatorValues, 'addresses' | 'another'>): string[] {
  const address = another.trim()
  return isEmailAddress(address) ? [...new Set([...addresses, address])] : addresses
}
