import { aMember, aSubmission, manager, reviewer } from '../people.ts'
import { axeFindsNothing } from './axe.ts'
import { openConsole } from './consoleSignIn.ts'
import { onDesk, openAtDesk, openDesk } from './desk.ts'
import { expect, testInOwnHouse } from './fixtures.ts'

testInOwnHouse(
  'D-51 a receipt that somebody else has open says so, can be watched, and is taken over once it is free',
  async ({ page, house, anotherBrowser }) => {
    const { id } = await aSubmission(house, await aMember(house))
    await openDesk(page, reviewer)
    await openAtDesk(page, id)
    const other = await (await anotherBrowser()).newPage()
    await openConsole(other, `/submissions?number=%23${id}`, manager)
    await expect(other.getByText(`Open with ${reviewer.name}`)).toBeVisible()
    await other.goto(`/console/review/${id}`)
    await expect(other.getByText(`${reviewer.name} has receipt ${id} open.`)).toBeVisible()
    await expect(other.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await axeFindsNothing(other)
    await other.getByRole('link', { name: 'Watch' }).click()
    await expect(other.getByRole('heading', { name: `Receipt ${id}` })).toBeVisible()
    await expect(other.getByText(`Open with ${reviewer.name}`)).toBeVisible()
    await other.goto(`/console/review/${id}`)
    await other.getByRole('button', { name: 'Take over after expiry' }).click()
    await expect(onDesk(other)).toHaveCount(0)
    await page.goto('/console/submissions')
    await expect(other.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })).toBeVisible()
  },
)

testInOwnHouse(
  'D-51 a second tab that is closed or opens another receipt leaves the first one held',
  async ({ page, house, anotherBrowser, context }) => {
    const member = await aMember(house)
    const { id } = await aSubmission(house, member)
    const second = await aSubmission(house, member)
    await openDesk(page, reviewer)
    await openAtDesk(page, id)
    const tab = await context.newPage()
    await tab.goto('/console/')
    await expect(tab.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })).toBeVisible()
    await openAtDesk(tab, second.id)
    await tab.close({ runBeforeUnload: true })
    const other = await (await anotherBrowser()).newPage()
    await openConsole(other, `/review/${id}`, manager)
    await expect(other.getByText(`${reviewer.name} has receipt ${id} open.`)).toBeVisible()
  },
)
