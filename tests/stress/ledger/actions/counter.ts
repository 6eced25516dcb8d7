import { randomUUID } from 'node:crypto'
import { counterCode, voucherCode } from '../../../support/api/codes.ts'
import { counterOf, keepWorking, minuteOf, type WorkingPhone } from '../../../support/api/counter-vouchers.ts'
import {
  connectCounter,
  createCashier,
  createOwner,
  createOwnerSession,
  createPhone,
  createWorkingPhone,
  type TestOwner,
} from '../../../support/api/counters.ts'
import type { vouchersOf } from '../../../support/api/rewards.ts'
import type { TestApp } from '../../../support/server/app.ts'
import type { CounterOperation, Of } from '../operations.ts'
import type { Call } from './call.ts'

/** A merchant with an owner, two phones, and the phone of another merchant at the third place. */
export type Stall = { owner: TestOwner; phones: WorkingPhone[]; cashiers: number }

/** A voucher with what a counter keeps of it. */
export type CounterVoucher = {
  id: number
  number: string
  /** The key of the last accepted hand-over at a counter. */
  lastKey?: string
  noted?: { number: string; code: string; noted_at: string }
}

export async function createStall({ deps }: TestApp): Promise<Stall> {
  const owner = await createOwner(deps)
  const stall: Stall = { owner, phones: [], cashiers: 0 }
  while (stall.phones.length < 2) stall.phones.push(await newPhone(deps, stall))
  stall.phones.push(await createWorkingPhone(deps))
  return stall
}

async function newPhone(deps: TestApp['deps'], stall: Stall): Promise<WorkingPhone> {
  const phone = { ...(await createPhone(deps, { owner: stall.owner })), cashier: await newCashier(deps, stall) }
  await keepWorking({ deps }, phone)
  return phone
}

async function newCashier(deps: TestApp['deps'], stall: Stall) {
  stall.cashiers += 1
  return createCashier(deps, stall.owner, `Cashier ${stall.cashiers}`)
}

/** Every cashier enters the PIN again. */
export async function keepStallOpen(server: TestApp, { phones }: Stall): Promise<void> {
  for (const phone of phones) await keepWorking(server, phone)
}

type Member = ReturnType<typeof vouchersOf>

/** Prepares an operation on a voucher; returns the call that is then sent, once or twice at once, if there is one. */
export async function callAtCounter(
  server: TestApp,
  stall: Stall,
  { voucher, member }: { voucher: CounterVoucher; member: Member },
  operation: CounterOperation,
): Promise<Call | undefined> {
  const { id, number, lastKey } = voucher
  if (operation.kind === 'note') return () => noteDown(server, voucher, member)
  const phone = stall.phones[operation.phone]
  if (!phone) return undefined
  const counter = counterOf(server, phone)
  const check = async () => counter.check(number, (await openCode(server, member, id)) ?? '0000')
  switch (operation.kind) {
    case 'check at counter':
      return check
    case 'hand over at counter': {
      if (operation.checksFirst) await check()
      const key = randomUUID()
      return async () => {
        const ownKey = operation.isRepeat ? key : randomUUID()
        const answer = await counter.handOver(id, ownKey)
        if (answer.status === 200) voucher.lastKey = ownKey
        return answer
      }
    }
    case 'repeat at counter':
      return lastKey === undefined ? undefined : () => counter.handOver(id, lastKey)
    case 'take back at counter':
      return () => counter.takeBack(id)
    case 'confirm offline':
      return () =>
        member.call('POST', `/vouchers/${id}/counter-code`, { code: counterCode(phone, number, server.deps.now()) })
    case 'enter late': {
      if (operation.notesFirst) await noteDown(server, voucher, member)
      const { noted } = voucher
      const key = randomUUID()
      return noted && (() => counter.late(noted, operation.isRepeat ? key : randomUUID()))
    }
  }
}

/** The code of now of a voucher that the member opens; undefined if it cannot be opened. */
async function openCode({ deps }: TestApp, member: Member, id: number): Promise<string | undefined> {
  const { data } = await member.call<{ data?: { key: string } }>('POST', `/vouchers/${id}/key`, {})
  return data && voucherCode(data.key, deps.now().getTime())
}

async function noteDown(server: TestApp, voucher: CounterVoucher, member: Member): Promise<{ status: number }> {
  const code = await openCode(server, member, voucher.id)
  if (code === undefined) return { status: 409 }
  voucher.noted = { number: voucher.number, code, noted_at: minuteOf(server.deps.now()) }
  return { status: 200 }
}

/** The owner removes a phone or a cashier, which ends the work at once; another one takes its place. */
export async function endAtCounter(
  server: TestApp,
  stall: Stall,
  { kind, phone: at }: Of<'end phone' | 'end cashier'>,
): Promise<{ status: number }> {
  const phone = stall.phones[at]
  if (!phone) return { status: 404 }
  const { deps } = server
  const call = connectCounter(server, { headers: await createOwnerSession(deps, stall.owner) })
  const what = kind === 'end phone' ? `phones/${phone.id}` : `cashiers/${phone.cashier.id}`
  const { status } = await call('DELETE', `/owner/${what}`)
  const after = (await counterOf(server, phone).call('GET', '/hand-overs')).status
  if (after !== (kind === 'end phone' ? 401 : 403))
    throw new Error(`After ${kind} the phone was answered with ${after}`)
  if (kind === 'end phone') stall.phones[at] = await newPhone(deps, stall)
  else {
    phone.cashier = await newCashier(deps, stall)
    await keepWorking(server, phone)
  }
  return { status }
}
