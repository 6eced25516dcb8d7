import { PAGE_SETTINGS_ID, type PageSettings, readPageSettings } from '@stampus/contract/settings'

export const settings: PageSettings = readPageSettings(document.getElementById(PAGE_SETTINGS_ID)?.textContent)
