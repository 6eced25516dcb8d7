/** The paths of the calls whose answers change with a voucher. */
export const changedByVouchers = ['/console/vouchers', '/console/rewards', '/console/members']
