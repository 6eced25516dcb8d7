import { createSubmission, reviewer } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { lastDecision, openAtDesk, openDesk } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'

test('D-51 a digit chooses a rejection reason, and stays a digit in a text field', async ({ page, server, member }) => {
  const { id } = await createSubmission(server, member)
  await openDesk(page, reviewer)
  await openAtDesk(page, id)
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('2')
  await expect(dialog.getByRole('radio').nth(1)).toBeChecked()
  await expect(dialog.getByRole('radio').nth(1)).toBeFocused()
  await page.keyboard.press('9')
  await expect(dialog.getByRole('radio').nth(8)).toBeChecked()
  await page.keyboard.press('0')
  await expect(dialog.getByRole('radio').nth(9)).toBeChecked()
  const labels = dialog.getByRole('group', { name: 'Usual reasons' }).locator('label')
  await expect(labels.nth(9)).toHaveText(/0$/)
  await expect(labels.nth(10)).toHaveText(/^\D+$/)
  const words = dialog.getByLabel('Reason for the member')
  await words.fill('Seen ')
  await words.pressSequentially('12')
  await expect(words).toHaveValue('Seen 12')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Control+Enter')
  await expect(lastDecision(page)).toContainText('Rejected')
})
