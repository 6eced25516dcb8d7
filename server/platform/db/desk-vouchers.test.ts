import type { AdminVoucher } from '@stampus/contract/console/vouchers'
import { expect, test } from 'vitest'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createClaimant, createReward, vouchersOf } from '../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { migrate } from './migrate.ts'

const server = serverForTests()

/** Restores the table as it was when a voucher without a merchant could say that something is owed. */
const FORMER_SHAPE = `
  DROP INDEX vouchers_ended;
  ALTER TABLE vouchers DROP CONSTRAINT vouchers_owed_to_merchant;
  DELETE FROM migrations WHERE name LIKE '%-voucher-states.sql';
  UPDATE vouchers SET owed_sen = 180`

test('R-2.01 nothing is owed for a voucher of the Stampus desk that was claimed before the migration', async () => {
  const { deps } = server
  const member = vouchersOf(server, await createClaimant(deps, 5))
  const ofDesk = (await member.claim(await createReward(deps, { merchant_id: null }))).data
  const ofMerchant = (await member.claim(await createReward(deps))).data
  await deps.db.pool.query(FORMER_SHAPE)
  await migrate(deps.db.pool)
  const manager = await createDesk(server, { role: 'manager' })
  for (const voucher of [ofDesk, ofMerchant]) await member.handOver(voucher, manager)
  const owedFor = async ({ id }: { id: number }) =>
    (await manager.call<{ data: AdminVoucher }>('GET', `/vouchers/${id}`)).data.owed_sen
  expect([await owedFor(ofDesk), await owedFor(ofMerchant)]).toEqual([0, 180])
  const owed = deps.db.pool.query('UPDATE vouchers SET owed_sen = 180')
  await expect(owed).rejects.toThrow('vouchers_owed_to_merchant')
})
