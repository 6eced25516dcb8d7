import { texts } from '@stampus/contract/texts'
import { manager, newPerson } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseMerchant } from '../support/merchant-choice.ts'
import { expectFieldError, press } from '../support/web.ts'

const PASSWORD = 'Teh-Tarik-2-Gelas'

test('D-50 D-55 an operator is added, sets a password, is changed and removed, and the audit log lists it all', async ({
  page,
  mailTo,
}) => {
  const { name, email } = newPerson('Siti Aminah')
  await openConsole(page, '/operators', manager)
  await press(page, 'Add operator')
  const dialog = page.getByRole('dialog', { name: 'Add operator' })
  await dialog.getByRole('button', { name: 'Add operator' }).click()
  await expectFieldError(dialog.getByLabel('Name'), texts.nameRequired)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Add operator' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Not chosen yet')).toBeVisible()

  const theirs = await page.context().newPage()
  await theirs.goto((await mailTo(email, 'Choose a password')).link ?? '')
  const repeated = theirs.getByLabel('Confirm new password')
  await theirs.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await repeated.fill('Teh-Tarik-3-Gelas')
  await press(theirs, 'Set password')
  await expectFieldError(repeated, texts.passwordsDiffer)
  await expectNoAxeViolations(theirs)
  await repeated.fill(PASSWORD)
  await press(theirs, 'Set password')
  await expect(theirs.getByText(texts.passwordReset)).toBeVisible()
  await theirs.goto('/console/unlock?id=1&hash=x&expires=1&signature=x')
  await press(theirs, 'Unlock')
  await expect(theirs.getByText(texts.operatorLinkInvalid)).toBeVisible()

  await page.getByLabel('Email address to add').fill('not an address')
  await press(page, 'Save')
  await expectFieldError(page.getByLabel('Email address to add'), texts.invalidEmail)
  // A typed value is saved even without pressing Add.
  await page.getByLabel('Email address to add').fill('siti.own@student.campus.edu.my')
  await chooseMerchant(page.getByLabel('Find a merchant to add'), 'kopi')
  await chooseMerchant(page.getByLabel('Find a merchant to add'), 'boba')
  await page.getByRole('button', { name: /^Remove Boba/ }).click()
  await expect(page.getByRole('button', { name: /^Remove .*Kopi/ })).toBeFocused()
  await press(page, 'Save')
  await expect(toast(page)).toContainText(`${name} saved.`)
  await page.reload()
  await expect(page.getByText('Not chosen yet')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Own merchants' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Own college email addresses' })).toHaveText(
    'siti.own@student.campus.edu.my',
  )
  await press(page, 'Remove operator')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove operator' }).click()
  await expect(toast(page)).toContainText(texts.operatorRemoved)
  await expect(page).toHaveURL(/\/console\/operators$/)

  await moveTo(page, '/audit')
  await page.getByLabel('Action').selectOption('Operators and sign-ins')
  await page.getByLabel('Operator', { exact: true }).selectOption(manager.name)
  await expect(page).toHaveURL(/group=operator/)
  const rows = (text: RegExp) => page.getByRole('table', { name: 'Audit log' }).getByRole('row', { name: text })
  await expect(rows(/Removed an operator/).first()).toContainText(`${name}deleted`)
  await expect(rows(/Added an operator/).first()).toContainText(`${name}deleted`)
  await expect(rows(/Approved/)).toHaveCount(0)
})
