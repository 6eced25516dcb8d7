import { expect } from '@playwright/test'
import type { Owner } from '@stampus/contract/counter/owners'
import { answering, failing, rejecting } from './answers.ts'
import { cashiers, counterPage, longShop, phone } from './counter-screens.ts'
import { press, settled } from './counter-steps.ts'
import type { Screen } from './screen.ts'

export const owner: Owner = {
  id: 1,
  name: 'Rosnah binti Ali',
  email: 'rosnah@warung.example',
  language: 'en',
  merchants: [{ id: 1, name: 'Kopi Kita' }],
}
const shop = (given: object) => ({
  'GET counter/owner/session': answering(200, { data: owner }),
  'GET counter/owner/merchants/1': answering(200, {
    data: { ...owner.merchants[0], phones: [], cashiers: [], ...given },
  }),
  'POST counter/owner/merchants/1/enrolments': answering(201, {
    data: { token: '4f9c2b7d8e1a4f9c2b7d8e1a4f9c2b7d', expires_at: '2026-11-26T04:14:00Z' },
  }),
})
const phones = ['Till 1', 'Phone of Muhammad Faiz Hakimi bin Abdul Rahman'].map((name, at) => ({
  id: at + 1,
  name,
  created_at: '2026-11-20T04:00:00Z',
  last_used_at: '2026-11-26T04:04:00Z',
  cashier: cashiers[0] ?? null,
}))
const fullShop = shop({ phones, cashiers })
const account = (isOn: boolean, codesLeft = 10) => ({
  'GET counter/owner/session': answering(200, { data: owner }),
  'GET counter/owner/account': answering(200, {
    data: { other_sessions: isOn ? 2 : 0, has_second_factor: isOn, recovery_codes_left: codesLeft },
  }),
  'POST counter/owner/account/second-factor': answering(201, {
    data: {
      secret: phone.key,
      uri: `otpauth://totp/Stampus:rosnah%40warung.example?secret=${phone.key}&issuer=Stampus`,
    },
  }),
  'POST counter/owner/account/second-factor/code': answering(200, {
    message: '',
    data: { recovery_codes: Array.from({ length: 10 }, (_, at) => `k${at}m4-7w2x-p9d${at}`) },
  }),
})
const longOwner = {
  ...owner,
  merchants: [
    { id: 1, name: longShop },
    { id: 2, name: 'Kopi Kita' },
  ],
}
const longOwnerIn = { 'GET counter/owner/session': answering(200, { data: longOwner }) }
const signedOut = { 'GET counter/owner/session': rejecting(401, 'unauthenticated') }

const link = '?id=1&hash=abc&expires=4000000000&signature=forged'

/** The owners' part of the stalls' app, but for statements. */
export const counterOwnerScreens: Screen[] = [
  counterPage('password', `/password${link}`, {}),
  counterPage('password-refused', `/password${link}`, {}, press('passwordSave')),
  counterPage('unlock', `/unlock${link}`, {}),
  counterPage('unlock-refused', `/unlock${link}`, {}, press('unlockSubmit')),
  counterPage('set-up', '/owner/shops/1', shop({})),
  counterPage(
    'set-up-refused',
    '/owner/shops/1',
    { ...shop({}), 'POST counter/owner/merchants/1/cashiers': rejecting(422, 'pinTooSimple', 'pin') },
    press('setUpButton'),
    settled,
  ),
  counterPage('sign-in', '/owner', signedOut),
  counterPage(
    'sign-in-refused',
    '/owner',
    { ...signedOut, 'POST counter/owner/session': rejecting(422, 'wrongCredentials', 'email') },
    press('signIn'),
    settled,
  ),
  counterPage(
    'second-step',
    '/owner',
    { ...signedOut, 'POST counter/owner/session': answering(200, { data: null }) },
    press('signIn'),
  ),
  counterPage(
    'second-step-refused',
    '/owner',
    {
      ...signedOut,
      'POST counter/owner/session': answering(200, { data: null }),
      'POST counter/owner/session/code': rejecting(422, 'codeWrong', 'code'),
    },
    press('signIn'),
    (page, words) => expect(page.getByRole('heading', { name: words.secondStepTitle })).toBeVisible(),
    press('signIn'),
    settled,
  ),
  counterPage('sign-in-over', '/owner/shops/1', {
    ...fullShop,
    'GET counter/owner/merchants/1': rejecting(401, 'unauthenticated'),
  }),
  counterPage('shops', '/owner', {
    'GET counter/owner/session': answering(200, {
      data: { ...owner, merchants: [...owner.merchants, { id: 2, name: longShop }] },
    }),
  }),
  counterPage('shop', '/owner/shops/1', fullShop),
  counterPage('shop-long', '/owner/shops/1', { ...fullShop, ...longOwnerIn }),
  counterPage('shop-failing', '/owner/shops/1', { ...fullShop, 'GET counter/owner/merchants/1': failing }),
  counterPage('shop-no-phones', '/owner/shops/1', shop({ cashiers })),
  counterPage('shop-no-cashiers', '/owner/shops/1', shop({ phones })),
  counterPage('shop-remove-cashier', '/owner/shops/1', fullShop, (page, words) =>
    page.getByRole('button', { name: words.removeCashier }).last().click(),
  ),
  counterPage(
    'shop-new-cashier-refused',
    '/owner/shops/1',
    { ...fullShop, 'POST counter/owner/merchants/1/cashiers': rejecting(422, 'pinTooSimple', 'pin') },
    press('addCashier'),
    press('save'),
    settled,
  ),
  counterPage('shop-remove', '/owner/shops/1', fullShop, (page, words) =>
    page.getByRole('button', { name: words.removePhone }).nth(1).click(),
  ),
  counterPage('shop-phone-code', '/owner/shops/1', fullShop, press('addPhone')),
  counterPage('shop-new-cashier', '/owner/shops/1', fullShop, press('addCashier')),
  counterPage('shop-new-pin', '/owner/shops/1', fullShop, (page, words) =>
    page.getByRole('button', { name: words.newPin }).first().click(),
  ),
  counterPage('account', '/owner/account', account(false)),
  counterPage('account-secret', '/owner/account', account(false), press('twoStepsStart')),
  counterPage('account-recovery-codes', '/owner/account', account(false), press('twoStepsStart'), press('turnOn')),
  counterPage('account-on', '/owner/account', account(true)),
  counterPage('account-few-codes', '/owner/account', account(true, 1)),
  counterPage('account-new-codes', '/owner/account', account(true), press('newRecoveryCodes')),
  counterPage(
    'account-wrong-password',
    '/owner/account',
    {
      ...account(true),
      'POST counter/owner/account/password': rejecting(422, 'currentPasswordWrong', 'current_password'),
    },
    press('changePassword'),
    settled,
  ),
  counterPage(
    'account-signed-out-others',
    '/owner/account',
    { ...account(true), 'DELETE counter/owner/account/sessions': rejecting(200, 'otherSessionsEnded') },
    press('signOutOthers'),
    (page) => expect(page.getByRole('status').filter({ hasText: /./ })).toBeVisible(),
  ),
  counterPage('account-failing', '/owner/account', { ...account(true), 'GET counter/owner/account': failing }),
  counterPage('account-turn-off', '/owner/account', account(true), press('turnOff')),
]
